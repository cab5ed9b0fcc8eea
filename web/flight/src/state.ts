// What the grader reads; README.md says what it means.

import type { Analyser } from "./edit/analyser";
import { clockText } from "./model/clock";

export function stateOf(analyser: Analyser): unknown {
  const { clock, circle, day, filters, options, seconds, selected, shown, size, tab, view } = analyser;
  const flight = selected?.kind === "flight" ? day.flights[selected.flight] : undefined;
  return {
    app: "flight",
    day: analyser.dayName,
    clockSeconds: Math.floor(seconds),
    clock: clockText(seconds),
    isPlaying: clock.isPlaying,
    speed: clock.speed,
    view: { ...view, ...size },
    selected: flight
      ? { kind: "flight", index: flight.index, callsign: flight.callsign, icao24: flight.icao24 }
      : selected?.kind === "airport"
        ? { kind: "airport", iata: selected.airport.iata }
        : null,
    panel: analyser.details ?? null,
    radius: circle ? { iata: circle.iata, km: circle.km } : null,
    inside: analyser.insideRows?.length ?? null,
    present: shown.fleet.count,
    shown: shown.rows.length,
    visible: analyser.visibleRows.length,
    filters,
    tab,
    ...options,
  };
}
