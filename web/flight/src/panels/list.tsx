// The list of flights, and the filters of list and map.

import { useRef } from "preact/hooks";
import { ChoiceField } from "../../../kit/form/choice";
import { NumberField, TextField } from "../../../kit/form/text";
import type { Analyser } from "../edit/analyser";
import { AREAS, type Filters, NO_FILTERS, STATUSES } from "../model/filters";
import { feetText, thousands } from "../model/texts";

const MOST_ROWS = 100;

export function ListTab({ analyser }: { analyser: Analyser }) {
  const { filters } = analyser;
  const { fleet } = analyser.shown;
  const listed = analyser.listed;
  const rows = listed.slice(0, MOST_ROWS);
  const set = (change: Partial<Filters>) => analyser.setFilters(change);
  const feet = (value: number | undefined) => value ?? null;
  return (
    <div class="list">
      <div class="filters" role="group" aria-label="Filters">
        <TextField
          name="Text"
          value={filters.text}
          placeholder="Callsign, ICAO24, country or airport"
          change={(text) => set({ text })}
        />
        <ChoiceField
          name="Status"
          choices={STATUSES}
          value={filters.status}
          change={(status) => set({ status: status as Filters["status"] })}
        />
        <ChoiceField
          name="Area"
          choices={AREAS}
          value={filters.area}
          change={(area) => set({ area: area as Filters["area"] })}
        />
        <div class="filter-pair">
          <NumberField
            name="Lowest, ft"
            value={filters.lowestFeet ?? undefined}
            change={(value) => set({ lowestFeet: feet(value) })}
            isOptional
          />
          <NumberField
            name="Highest, ft"
            value={filters.highestFeet ?? undefined}
            change={(value) => set({ highestFeet: feet(value) })}
            isOptional
          />
        </div>
        <div class="list-head">
          <span role="status">
            {listed.length > rows.length
              ? `${rows.length} of ${thousands(listed.length)} aircraft`
              : `${listed.length} aircraft`}
          </span>
          <button type="button" class="plain-button" onClick={() => set(NO_FILTERS)}>
            Clear
          </button>
        </div>
        {filters.area === "Circle" && !analyser.circle && <p class="faint">There is no circle yet: press R.</p>}
      </div>
      <Rows analyser={analyser} rows={rows} total={listed.length} flights={rows.map((row) => fleet.flights[row]!)} />
    </div>
  );
}

interface RowsProps {
  analyser: Analyser;
  /** Rows of the fleet, and the flights that they are of. */
  rows: readonly number[];
  flights: readonly number[];
  total: number;
}

function Rows({ analyser, rows, flights, total }: RowsProps) {
  const { fleet } = analyser.shown;
  /** The row that the keyboard is at. */
  const at = useRef(0);
  const current = Math.min(at.current, Math.max(0, rows.length - 1));
  const selected = analyser.selected?.kind === "flight" ? analyser.selected.flight : undefined;
  const open = (flight: number) => {
    analyser.selectFlight(flight);
    const place = analyser.placeOf(analyser.selected);
    if (place) analyser.bringIntoView(place);
  };
  const pressed = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 10,
      PageUp: current - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (rows.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") open(flights[current]!);
    else if (next !== undefined) {
      at.current = Math.max(0, Math.min(rows.length - 1, next));
      const list = event.currentTarget as HTMLElement;
      list.querySelectorAll<HTMLElement>("tbody tr")[at.current]?.focus();
      analyser.onChange();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="rows">
      <table role="grid" aria-label="Flights" aria-rowcount={total + 1} onKeyDown={pressed}>
        <thead>
          <tr>
            <th scope="col">Callsign</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" class="number">
              Altitude
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => {
            const { index, callsign, origin, destination } = analyser.day.flights[flights[i]!]!;
            return (
              <tr
                key={index}
                tabIndex={i === current ? 0 : -1}
                aria-selected={index === selected}
                aria-rowindex={i + 2}
                onFocus={() => (at.current = i)}
                onClick={() => open(index)}
              >
                <td>{callsign}</td>
                <td>{origin ?? "?"}</td>
                <td>{destination ?? "?"}</td>
                <td class="number">{fleet.isOnGround[row] ? "On Ground" : feetText(fleet.altitude[row]!)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
