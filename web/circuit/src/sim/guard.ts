// Keeps the page alive whatever the simulator does: an error in it becomes a problem of the circuit, told like any other.

import type { Make, Simulation } from "./types";

export const FAILED = "The simulation failed on this circuit; undo the last change.";

/** The same simulation, which stands still with a problem from the moment anything in it throws. */
export function guarded(make: Make): Make {
  return (netlist, options, time = 0, memory) => {
    let inner: Simulation | undefined;
    let failed = false;
    const attempt = <T>(otherwise: T, run: (simulation: Simulation) => T): T => {
      if (failed || !inner) return otherwise;
      try {
        return run(inner);
      } catch (error) {
        failed = true;
        console.error(error);
        return otherwise;
      }
    };
    try {
      inner = make(netlist, options, time, memory);
    } catch (error) {
      failed = true;
      console.error(error);
    }
    return {
      get time() {
        return attempt(time, (simulation) => simulation.time);
      },
      get problem() {
        return failed ? FAILED : attempt(FAILED, (simulation) => simulation.problem);
      },
      get warning() {
        return attempt(null, (simulation) => simulation.warning);
      },
      run: (steps, after, each) => attempt(undefined, (simulation) => simulation.run(steps, after, each)),
      voltage: (net) => attempt(0, (simulation) => simulation.voltage(net)),
      current: (part, pin) => attempt(0, (simulation) => simulation.current(part, pin)),
      set: (part, params) => attempt(undefined, (simulation) => simulation.set(part, params)),
      memory: () => attempt(new Map(), (simulation) => simulation.memory()),
    };
  };
}
