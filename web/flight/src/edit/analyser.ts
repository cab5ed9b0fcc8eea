// The page's one state: the day, its clock, the view of the map, what is selected, circled and filtered. It knows no elements.

import { EUROPE, keepView, panned, Projection, type Size, type View, zoomed, MOST_ZOOM } from "../map/projection";
import { type Airport, airportOf } from "../model/airports";
import { Clock, LAST_MINUTE_SECONDS, SPEEDS } from "../model/clock";
import type { Day } from "../model/day";
import { type Details, detailsOf } from "../model/details";
import { type Circle, type Filters, isInside, NO_FILTERS, passing } from "../model/filters";
import { type Fleet, fleetAt } from "../model/fleet";
import { type Place, placeAt } from "../model/geo";
import { sampleAt } from "../model/sample";
import { type Match, search } from "../model/search";

export type Selection = { kind: "flight"; flight: number } | { kind: "airport"; airport: Airport };
export type Tab = "Flight" | "List";

export interface Options {
  isDark: boolean;
  isTrails: boolean;
  isLabels: boolean;
}

/** What is shown at a time: rows of the fleet. */
export interface Shown {
  fleet: Fleet;
  rows: Uint32Array;
}

const PAN = 120;
const SMALL_PAN = 20;
/** How near the pointer must be to what is pressed. */
const AIRCRAFT_REACH = 14;

export class Analyser {
  readonly clock: Clock;
  size: Size = { width: 960, height: 640 };
  view: View = EUROPE;
  selected: Selection | undefined;
  circle: Circle | undefined;
  filters: Filters = NO_FILTERS;
  tab: Tab = "Flight";
  options: Options = { isDark: false, isTrails: false, isLabels: true };
  onChange: () => void = () => undefined;
  #shown: (Shown & { filters: Filters; circle: Circle | undefined }) | undefined;

  constructor(
    readonly day: Day,
    readonly dayName: string,
    now: () => number,
    private readonly countryNames: ReadonlyMap<string, string> = new Map(),
  ) {
    this.clock = new Clock(now);
  }

  // Time

  get seconds(): number {
    return this.clock.seconds;
  }

  togglePlay(): void {
    if (this.clock.isPlaying) this.clock.pause();
    else this.clock.play();
    this.onChange();
  }

  pause(): void {
    this.clock.pause();
    this.onChange();
  }

  goTo(seconds: number): void {
    this.clock.go(seconds);
    this.onChange();
  }

  /** To whole minutes: from 16:00:30 the next is 16:01, and the one before 16:00. */
  stepMinutes(by: number): void {
    const minutes = this.seconds / 60;
    const next = by > 0 ? Math.floor(minutes) + by : Math.ceil(minutes) + by;
    this.goTo(Math.max(0, Math.min(LAST_MINUTE_SECONDS, next * 60)));
  }

  setSpeed(speed: (typeof SPEEDS)[number]): void {
    this.clock.setSpeed(speed);
    this.onChange();
  }

  // What is shown

  /** The aircraft that are present and pass the filters, now. */
  get shown(): Shown {
    const { seconds, filters, circle } = this;
    const kept = this.#shown;
    if (kept && kept.fleet.seconds === seconds && kept.filters === filters && kept.circle === circle) return kept;
    const fleet = kept?.fleet.seconds === seconds ? kept.fleet : fleetAt(this.day, seconds);
    this.#shown = { fleet, rows: passing(fleet, this.day.flights, filters, circle), filters, circle };
    return this.#shown;
  }

  get projection(): Projection {
    return new Projection(this.view, this.size);
  }

  /** The rows whose place is in the map's rectangle. */
  get visibleRows(): number[] {
    const { fleet, rows } = this.shown;
    const { projection } = this;
    return [...rows].filter((row) =>
      projection.holds(projection.x(fleet.longitude[row]!), projection.y(fleet.latitude[row]!)),
    );
  }

  /** The shown aircraft in the circle. */
  get insideRows(): number[] | undefined {
    const { circle } = this;
    if (!circle) return undefined;
    const { fleet, rows } = this.shown;
    return [...rows].filter((row) => isInside(fleet, row, circle));
  }

  /** What the list lists, by callsign. */
  get listed(): number[] {
    const { fleet, rows } = this.shown;
    const listed = this.filters.area === "Map" ? this.visibleRows : [...rows];
    const callsign = (row: number) => this.callsign(fleet.flights[row]!);
    return listed.sort((one, other) => (callsign(one) < callsign(other) ? -1 : 1));
  }

  get details(): Details | undefined {
    return this.selected?.kind === "flight" ? detailsOf(this.day, this.selected.flight, this.seconds) : undefined;
  }

  callsign(flight: number): string {
    return this.day.flights[flight]!.callsign;
  }

  /** A country's name by its two letters. */
  countryName(iso: string): string {
    return this.countryNames.get(iso) ?? iso;
  }

  find(text: string, most: number): Match[] {
    const minute = Math.floor(this.seconds / 60);
    return search(text, this.day.flights, (flight) => this.day.has(flight, minute), most);
  }

  // View

  see(view: View): void {
    this.view = keepView(view, this.size);
    this.onChange();
  }

  resize(size: Size): void {
    this.size = size;
    this.see(this.view);
  }

  pan(x: number, y: number, isSmall = false): void {
    const step = isSmall ? SMALL_PAN : PAN;
    this.see(panned(this.view, this.size, x * step, y * step));
  }

  zoom(by: number, at?: { x: number; y: number }): void {
    this.see(zoomed(this.view, this.size, by, at));
  }

  centre({ latitude, longitude }: Place): void {
    this.see({ ...this.view, latitude, longitude });
  }

  /** Centres on a place that is not on the map. */
  bringIntoView(place: Place): void {
    const { projection } = this;
    if (!projection.holds(projection.x(place.longitude), projection.y(place.latitude))) this.centre(place);
  }

  centreSelected(): void {
    const place = this.placeOf(this.selected);
    if (place) this.centre(place);
  }

  placeOf(selected: Selection | undefined): Place | undefined {
    if (!selected) return undefined;
    return selected.kind === "airport" ? selected.airport : sampleAt(this.day, selected.flight, this.seconds);
  }

  // Selecting

  select(selected: Selection | undefined): void {
    this.selected = selected;
    if (selected) this.tab = "Flight";
    this.onChange();
  }

  selectFlight(flight: number): void {
    this.select({ kind: "flight", flight });
  }

  selectAirport(iata: string): void {
    const airport = airportOf(iata);
    if (airport) this.select({ kind: "airport", airport });
  }

  /** Takes a match of the search: selects it, and centres on it. */
  take(match: Match): void {
    this.select(match.kind === "flight" ? { kind: "flight", flight: match.flight.index } : match);
    this.centreSelected();
  }

  /** The shown aircraft nearest to a pixel, within reach; of equally near ones the last, which is drawn above the others. */
  flightAt(x: number, y: number, reach = AIRCRAFT_REACH): number | undefined {
    const { fleet, rows } = this.shown;
    const { projection } = this;
    let nearest = reach;
    let found: number | undefined;
    for (const row of rows) {
      const way = Math.hypot(projection.x(fleet.longitude[row]!) - x, projection.y(fleet.latitude[row]!) - y);
      if (way > nearest) continue;
      nearest = way;
      found = fleet.flights[row]!;
    }
    return found;
  }

  selectNearest(): void {
    const flight = this.flightAt(this.size.width / 2, this.size.height / 2, Infinity);
    if (flight !== undefined) this.selectFlight(flight);
  }

  /** The one before or after in the list; from nothing the last or first. */
  selectNext(by: 1 | -1): void {
    const { fleet } = this.shown;
    const flights = this.listed.map((row) => fleet.flights[row]!);
    if (flights.length === 0) return;
    const at = this.selected?.kind === "flight" ? flights.indexOf(this.selected.flight) : -1;
    const next = at === -1 ? (by > 0 ? 0 : flights.length - 1) : (at + by + flights.length) % flights.length;
    this.selectFlight(flights[next]!);
    const place = this.placeOf(this.selected);
    if (place) this.bringIntoView(place);
  }

  // Circle, filters, panels

  drawCircle(airport: Airport, km: number): void {
    this.circle = { iata: airport.iata, centre: airport, km };
    this.bringIntoView(airport);
    this.onChange();
  }

  clearCircle(): void {
    this.circle = undefined;
    if (this.filters.area === "Circle") this.filters = { ...this.filters, area: "All" };
    this.onChange();
  }

  /** The largest whole zoom at which the circle is on the map. */
  fitCircle(): void {
    if (!this.circle) return;
    const { centre, km } = this.circle;
    for (let zoom = MOST_ZOOM; zoom > 0; zoom--) {
      const projection = new Projection({ ...centre, zoom }, this.size);
      const east = projection.x(placeAt(centre, 90, km).longitude) - this.size.width / 2;
      const north = this.size.height / 2 - projection.y(placeAt(centre, 0, km).latitude);
      const fits = Math.abs(east) < this.size.width / 2 && Math.abs(north) < this.size.height / 2;
      if (fits) return this.see({ ...centre, zoom });
    }
  }

  setFilters(filters: Partial<Filters>): void {
    this.filters = { ...this.filters, ...filters };
    this.onChange();
  }

  showTab(tab: Tab): void {
    this.tab = tab;
    this.onChange();
  }

  setOptions(options: Partial<Options>): void {
    this.options = { ...this.options, ...options };
    this.onChange();
  }
}
