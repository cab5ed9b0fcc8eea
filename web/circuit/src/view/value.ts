// The value of a part in a few characters: what stands beside it and in the first line of the information panel.

import type { Part } from "../model/part";
import { formatSi } from "./format";

/** `1 kΩ`, `5 V 60 Hz`; empty for parts whose value nobody needs beside them. */
export function valueOf(part: Part): string {
  const number = (key: string): number => Number(part.params[key]);
  switch (part.kind) {
    case "resistor":
      return formatSi(number("resistance"), "Ω");
    case "capacitor":
      return formatSi(number("capacitance"), "F");
    case "inductor":
      return formatSi(number("inductance"), "H");
    case "current-source":
      return formatSi(number("current"), "A");
    case "zener":
      return formatSi(number("breakdown"), "V");
    case "potentiometer":
      return `${formatSi(number("resistance"), "Ω")} ${formatSi(number("position"), "%")}`;
    case "transformer":
      return `1:${Number(number("ratio").toPrecision(3))}`;
    case "dc-source":
      return formatSi(number("voltage"), "V");
    case "dc-rail":
      return `${number("voltage") > 0 ? "+" : ""}${formatSi(number("voltage"), "V")}`;
    case "ac-source":
    case "ac-rail":
      return `${formatSi(number("amplitude"), "V")} ${formatSi(number("frequency"), "Hz")}`;
    case "square-source":
    case "square-rail":
    case "clock":
      return formatSi(number("frequency"), "Hz");
    default:
      return "";
  }
}
