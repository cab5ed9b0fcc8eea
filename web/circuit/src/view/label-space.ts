// Where text may stand: of several places for a label the one that covers least.

/** A rectangle on the grid. */
export interface Place {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** What it costs to cover something. */
const WEIGHTS = { text: 6, body: 3, wire: 1 } as const;
export type Covered = keyof typeof WEIGHTS;

export class LabelSpace {
  readonly #taken: (Place & { weight: number })[] = [];

  take(place: Place, what: Covered): void {
    this.#taken.push({ ...place, weight: WEIGHTS[what] });
  }

  /** What texts at these places would cover. */
  cost(places: readonly Place[]): number {
    let cost = 0;
    for (const place of places) for (const other of this.#taken) if (overlap(place, other)) cost += other.weight;
    return cost;
  }

  /** The first of the choices that cost least. */
  best<T>(choices: readonly T[], placesOf: (choice: T) => readonly Place[]): T {
    let chosen = choices[0] as T;
    let least = Infinity;
    for (const choice of choices) {
      const cost = this.cost(placesOf(choice));
      if (cost < least) [chosen, least] = [choice, cost];
      if (least === 0) break;
    }
    return chosen;
  }
}

function overlap(a: Place, b: Place): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
