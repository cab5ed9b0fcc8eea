// Runs a netlist in ngspice, with the same models as ours.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numberOf, flagOf, pinOf } from "../params";
import type { NetPart, Netlist } from "../types";
import type { Trace } from "./measure";

/** What is recorded: a net's voltage, or the current into the plus pin of a source. */
export type Probe = { net: number } | { source: number };

export function spice(netlist: Netlist, probe: Probe, step: number, until: number): Trace {
  const folder = mkdtempSync(join(tmpdir(), "spice-"));
  try {
    const [deck, data] = [join(folder, "deck.cir"), join(folder, "data.txt")];
    writeFileSync(deck, deckOf(netlist, probe, step, until, data));
    const run = spawnSync("ngspice", ["-b", deck], { encoding: "utf8" });
    if (run.error) throw new Error("ngspice, which this test compares with, is missing: apt install ngspice");
    try {
      return traceOf(readFileSync(data, "utf8"));
    } catch {
      throw new Error(`ngspice failed:\n${run.stdout}\n${run.stderr}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function deckOf(netlist: Netlist, probe: Probe, step: number, until: number, data: string): string {
  return [
    "* a circuit of the Circuit Designer",
    ...netlist.parts.flatMap(lines),
    // Ties what floats, as our simulator does.
    ...Array.from({ length: netlist.nets - 1 }, (_, i) => `Rleak${i + 1} ${i + 1} 0 1e12`),
    ".options temp=27 tnom=27 reltol=1e-5 method=trap",
    `.tran ${step} ${until} 0 ${step} uic`,
    ".control",
    "run",
    `wrdata ${data} ${"net" in probe ? `v(${probe.net})` : `i(V${probe.source})`}`,
    ".endc",
    ".end",
    "",
  ].join("\n");
}

function traceOf(text: string): Trace {
  const rows = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  if (rows.length < 2 || rows.flat().some(Number.isNaN)) throw new Error("no data");
  return { times: rows.map((row) => row[0]!), values: rows.map((row) => row[1]!) };
}

function lines(part: NetPart): string[] {
  const { id } = part;
  const value = (key: string): number => numberOf(part, key);
  const nets = (...pins: string[]): string => pins.map((pin) => pinOf(part, pin)).join(" ");
  const source = "plus" in part.pins ? nets("plus", "minus") : "a" in part.pins ? `${nets("a")} 0` : "";
  switch (part.kind) {
    case "resistor":
      return [`R${id} ${nets("a", "b")} ${value("resistance")}`];
    case "capacitor":
      return [`C${id} ${nets("a", "b")} ${value("capacitance")} ic=${value("initialVoltage")}`];
    case "inductor":
      return [`L${id} ${nets("a", "b")} ${value("inductance")} ic=${value("initialCurrent")}`];
    case "switch":
      return [`R${id} ${nets("a", "b")} ${flagOf(part, "closed") ? 0.01 : 1e12}`];
    case "dc-source":
    case "dc-rail":
      return [`V${id} ${source} ${value("voltage")}`];
    case "ac-source":
    case "ac-rail":
      return [
        `V${id} ${source} SIN(${value("offset")} ${value("amplitude")} ${value("frequency")} 0 0 ${value("phase")})`,
      ];
    case "square-source":
    case "square-rail":
    case "clock": {
      const period = 1 / value("frequency");
      const high = (period * value("duty")) / 100;
      const edge = period * 1e-6;
      return [
        `V${id} ${source} PULSE(${value("high")} ${value("low")} ${high} ${edge} ${edge} ${period - high} ${period})`,
      ];
    }
    case "diode":
    case "led":
      return [
        `D${id} ${nets("anode", "cathode")} M${id}`,
        `.model M${id} D(IS=${value("saturation")} N=${value("emission")})`,
      ];
    case "zener":
      return [
        `D${id} ${nets("anode", "cathode")} M${id}`,
        `.model M${id} D(IS=${value("saturation")} N=${value("emission")} BV=${value("breakdown")} IBV=1m)`,
      ];
    case "current-source":
      return [`I${id} ${nets("a", "b")} ${value("current")}`];
    case "voltmeter":
      return [];
    case "ammeter":
      return [`R${id} ${nets("a", "b")} 1m`];
    case "potentiometer": {
      const share = value("position") / 100;
      return [
        `R${id}a ${nets("a", "wiper")} ${value("resistance") * share}`,
        `R${id}b ${nets("wiper", "b")} ${value("resistance") * (1 - share)}`,
      ];
    }
    case "transformer": {
      const primary = value("inductance");
      return [
        `L${id}p ${nets("p1", "p2")} ${primary} ic=0`,
        `L${id}s ${nets("s1", "s2")} ${primary * value("ratio") ** 2} ic=0`,
        `K${id} L${id}p L${id}s ${value("coupling")}`,
      ];
    }
    case "njfet":
      return [
        `J${id} ${nets("drain", "gate", "source")} M${id}`,
        `.model M${id} NJF(VTO=${value("pinchOff")} BETA=${value("beta")} IS=1e-14)`,
      ];
    case "scr":
      return [
        `Q${id}p ${nets("gate")} x${id} ${nets("anode")} M${id}p`,
        `.model M${id}p pnp(IS=1e-13 BF=2 BR=1)`,
        `Q${id}n x${id} ${nets("gate", "cathode")} M${id}n`,
        `.model M${id}n npn(IS=1e-13 BF=20 BR=1)`,
        `R${id} ${nets("gate", "cathode")} ${value("gateResistance")}`,
        `C${id}p ${nets("anode")} x${id} 1n ic=0`,
        `C${id}n ${nets("gate", "cathode")} 1n ic=0`,
      ];
    case "npn":
    case "pnp":
      return [
        `Q${id} ${nets("collector", "base", "emitter")} M${id}`,
        `.model M${id} ${part.kind}(IS=${value("saturation")} BF=${value("beta")} BR=1)`,
      ];
    case "nmos":
    case "pmos": {
      const threshold = part.kind === "nmos" ? value("threshold") : -value("threshold");
      return [
        `M${id} ${nets("drain", "gate", "source", "source")} M${id} W=100u L=100u`,
        `.model M${id} ${part.kind}(LEVEL=1 VTO=${threshold} KP=${value("transconductance")} IS=1e-30)`,
      ];
    }
    case "opamp-ideal": {
      const middle = (value("maxOutput") + value("minOutput")) / 2;
      const half = (value("maxOutput") - value("minOutput")) / 2;
      const input = `(v(${nets("plus")})-v(${nets("minus")}))`;
      return [`B${id} ${nets("out")} 0 V=${middle}+${half}*tanh((${value("gain")}*${input}-(${middle}))/${half})`];
    }
    case "opamp":
      return pole(part);
    case "timer-555":
      return timer(part);
    default:
      throw new Error(`no SPICE model of ${part.kind}`);
  }
}

/** An integrator on one microfarad, with a steep slope outside the rails. */
function pole(part: NetPart): string[] {
  const { id } = part;
  const speed = 2 * Math.PI * numberOf(part, "bandwidth") * 1e-6;
  const input = `(v(${pinOf(part, "plus")})-v(${pinOf(part, "minus")}))`;
  const state = `v(x${id})`;
  const above = `max(0,${state}-(${numberOf(part, "maxOutput")}))`;
  const below = `max(0,${numberOf(part, "minOutput")}-${state})`;
  return [
    `B${id} 0 x${id} I=${speed}*${input}-${speed / numberOf(part, "gain")}*${state}-1e4*${above}+1e4*${below}`,
    `C${id} x${id} 0 1u ic=0`,
    `E${id} ${pinOf(part, "out")} 0 x${id} 0 1`,
  ];
}

/** The latch is a comparison that feeds itself back through ten nanoseconds. */
function timer(part: NetPart): string[] {
  const { id } = part;
  const net = (pin: string): string => String(pinOf(part, pin));
  const v = (pin: string): string => `(v(${net(pin)})-v(${net("gnd")}))`;
  const latch = `${v("trig")} < ${v("ctl")}/2 ? 1 : (${v("thr")} > ${v("ctl")} ? 0 : (v(q${id}) > 0.5 ? 1 : 0))`;
  return [
    `R${id}a ${net("vcc")} ${net("ctl")} 5k`,
    `R${id}b ${net("ctl")} ${net("gnd")} 10k`,
    `B${id}l l${id} 0 V=${v("rst")} < 0.7 ? 0 : (${latch})`,
    `R${id}q l${id} q${id} 1k`,
    `C${id}q q${id} 0 10p ic=0`,
    `B${id}o o${id} 0 V=v(q${id}) > 0.5 ? v(${net("vcc")}) : v(${net("gnd")})`,
    `R${id}o o${id} ${net("out")} 0.01`,
    `B${id}d ${net("dis")} ${net("gnd")} I=v(q${id}) > 0.5 ? 0 : ${v("dis")}/10`,
  ];
}
