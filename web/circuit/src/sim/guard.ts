// Keeps the page alive whatever the simulator does: an error in it becomes a problem of the circuit, told like any other.

import type { Make, Simulation } from "./types";

/** The same simulation, which stands still with a problem from the moment anything in it throws. */
export function guarded(make: Make): Make {
  return (netlist, options, time = 0, memory) => {
    let inner: Simulation | undefined;
    let failure: string | null = null;
    const attempt = <T>(otherwise: T, run: () => T): T => {
      if (failure !== null) return otherwise;
      try {
        return run();
      } catch (error) {
        failure = `The simulation failed on this circuit (${String(error)}); undo the last change.`;
        return otherwise;
      }
    };
    attempt(undefined, () => void (inner = make(netlist, options, time, memory)));
    return {
      get time() {
        return attempt(time, () => inner!.time);
      },
      get problem() {
        return attempt(null, () => inner!.problem) ?? failure;
      },
      get warning() {
        return attempt(null, () => inner!.warning);
      },
      run: (steps, after, each) => attempt(undefined, () => inner!.run(steps, after, each)),
      voltage: (net) => attempt(0, () => inner!.voltage(net)),
      current: (part, pin) => attempt(0, () => inner!.current(part, pin)),
      set: (part, params) => attempt(undefined, () => inner!.set(part, params)),
      memory: () => attempt(new Map(), () => inner!.memory()),
    };
  };
}
