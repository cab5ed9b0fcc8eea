// The side panel: the selected flight or airport, and the list.

import { Tabs } from "../../../kit/form/tabs";
import type { Analyser, Tab } from "../edit/analyser";
import { openCircle } from "../edit/dialogs";
import { type Airport, airportOf } from "../model/airports";
import { minuteText } from "../model/clock";
import { UNKNOWN, type Details } from "../model/details";
import { degreesText } from "../model/texts";
import { ListTab } from "./list";

const TABS: readonly Tab[] = ["Flight", "List"];

interface SideProps {
  analyser: Analyser;
  /** Gives the keyboard back to the map. */
  leave: () => void;
}

export function Side({ analyser, leave }: SideProps) {
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    <aside class="side" aria-label="Side panel" onKeyDown={pressed}>
      <Tabs label="Side panel" names={TABS} open={analyser.tab} change={(tab) => analyser.showTab(tab)}>
        {analyser.tab === "Flight" ? <FlightTab analyser={analyser} /> : <ListTab analyser={analyser} />}
      </Tabs>
    </aside>
  );
}

function FlightTab({ analyser }: { analyser: Analyser }) {
  const { selected } = analyser;
  if (!selected)
    return (
      <div class="nothing">
        <p>Press an aircraft or an airport on the map, or search for one.</p>
      </div>
    );
  if (selected.kind === "airport") return <AirportCard analyser={analyser} airport={selected.airport} />;
  const { details } = analyser;
  return details ? (
    <FlightCard analyser={analyser} details={details} />
  ) : (
    <MissingCard analyser={analyser} index={selected.flight} />
  );
}

function FlightCard({ analyser, details }: { analyser: Analyser; details: Details }) {
  return (
    <div class="card">
      <div class="card-head">
        <h2>{details.callsign}</h2>
        <span class="faint">
          ICAO24 <span class="icao24">{details.icao24}</span>
        </span>
        <button type="button" class="plain-button" onClick={() => analyser.centreSelected()}>
          Centre
        </button>
      </div>
      <h3>Route</h3>
      <div class="route">
        <RouteEnd analyser={analyser} label="Origin" code={details.origin} name={details.originName} />
        <RouteEnd analyser={analyser} label="Destination" code={details.destination} name={details.destinationName} />
      </div>
      <p class="faint route-note">Estimated from the track</p>
      <Values
        title="Aircraft info"
        rows={[
          ["Squawk", details.squawk],
          ["Origin country", details.originCountry],
          ["Status", details.status],
        ]}
      />
      <Values
        title="Position"
        rows={[
          ["Latitude", details.latitude],
          ["Longitude", details.longitude],
          ["Heading", details.heading],
        ]}
      />
      <Values
        title="Flight data"
        rows={[
          ["Altitude", details.altitude],
          ["Ground speed", details.groundSpeed],
          ["Vertical rate", details.verticalRate],
          ["Geo altitude", details.geoAltitude],
        ]}
      />
    </div>
  );
}

interface RouteEndProps {
  analyser: Analyser;
  label: string;
  code: string;
  name: string;
}

function RouteEnd({ analyser, label, code, name }: RouteEndProps) {
  return (
    <div class="route-end">
      <span class="faint">{label}</span>
      {code === UNKNOWN || !airportOf(code) ? (
        <span class="route-code">{code}</span>
      ) : (
        <button
          type="button"
          class="route-code"
          title={`Show ${code}`}
          aria-label={`${label}: ${code}, ${name}`}
          onClick={() => analyser.take({ kind: "airport", airport: airportOf(code)! })}
        >
          {code}
        </button>
      )}
      <span class="route-name">{name}</span>
    </div>
  );
}

function Values({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl class="values">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function MissingCard({ analyser, index }: { analyser: Analyser; index: number }) {
  const flight = analyser.day.flights[index]!;
  const runs = analyser.day.runs(index);
  return (
    <div class="card">
      <div class="card-head">
        <h2>{flight.callsign}</h2>
        <span class="faint">
          ICAO24 <span class="icao24">{flight.icao24}</span>
        </span>
      </div>
      <p>Not received at this time. Received:</p>
      <ul class="runs">
        {runs.map(([first, last]) => (
          <li key={first}>
            {minuteText(first)} to {minuteText(last)} UTC{" "}
            <button
              type="button"
              class="plain-button"
              aria-label={`Go to ${minuteText(first)}`}
              onClick={() => analyser.goTo(first * 60)}
            >
              Go
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AirportCard({ analyser, airport }: { analyser: Analyser; airport: Airport }) {
  return (
    <div class="card">
      <div class="card-head">
        <h2>{airport.iata}</h2>
        <button type="button" class="plain-button" onClick={() => analyser.centreSelected()}>
          Centre
        </button>
        <button type="button" class="plain-button" onClick={() => openCircle(analyser)}>
          Circle…
        </button>
      </div>
      <p class="airport-name">{airport.name}</p>
      <Values
        title="Airport"
        rows={[
          ["City", airport.city === "" ? UNKNOWN : airport.city],
          ["Country", analyser.countryName(airport.country)],
          ["Latitude", degreesText(airport.latitude)],
          ["Longitude", degreesText(airport.longitude)],
        ]}
      />
    </div>
  );
}
