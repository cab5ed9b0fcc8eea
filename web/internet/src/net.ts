// What is fetched, and waited for: the page is idle when nothing of it is on its way.

import { withoutFragment } from "./model/address";

/** What stands at an address. */
export type Answer =
  | { is: "page"; address: string; title: string; html: string }
  | { is: "missing"; title: string; html: string }
  | { is: "file"; address: string; name: string; media: string; bytes: Uint8Array<ArrayBuffer> };

type Told =
  | Exclude<Answer, { is: "file" }>
  | { is: "file"; address: string; name: string; media: string; base64: string }
  | { is: "moved"; to: string };

/** An answer, and the address that it has in the end. */
export interface Found {
  address: string;
  answer: Answer;
}

const MAX_MOVES = 10;
const KEPT_ANSWERS = 48;

export class Net {
  readonly #root: string;
  readonly #answers = new Map<string, Promise<Found>>();
  readonly #sheets = new Map<string, Promise<CSSStyleSheet>>();
  /** What the server failed at, if it did: then a trial cannot be judged by what its page shows. */
  failure: string | undefined;
  #pending = 0;
  #waiting: (() => void)[] = [];

  constructor(seed: string) {
    this.#root = `made/${encodeURIComponent(seed)}/`;
  }

  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Settles when nothing is on its way. */
  async whenIdle(): Promise<void> {
    while (this.#pending > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Lets the page count as busy until something is done. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work;
    } finally {
      // What waits for this work goes on first, and may begin some more.
      await undefined;
      this.#pending--;
      if (this.#pending === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** What stands at an address; where it has moved, what stands there. */
  get(address: string): Promise<Found> {
    const key = withoutFragment(address);
    const known = this.#answers.get(key);
    // The one that was asked for last goes last.
    this.#answers.delete(key);
    const found = known ?? this.#follow(key);
    this.#answers.set(key, found);
    // What could not be had is asked for again next time.
    found.catch(() => this.#answers.delete(key));
    for (const old of this.#answers.keys()) {
      if (this.#answers.size <= KEPT_ANSWERS) break;
      this.#answers.delete(old);
    }
    return this.track(found.then((got) => ({ ...got, address: withFragment(got.address, address) })));
  }

  async #follow(address: string): Promise<Found> {
    let at = address;
    for (let moves = 0; moves < MAX_MOVES; moves++) {
      const reply = await this.#fetch(encodeURIComponent(at));
      if (!reply) return { address: at, answer: { is: "missing", title: "Not found", html: "<h1>Not found</h1>" } };
      const told = JSON.parse(await reply.text()) as Told;
      if (told.is === "moved") at = new URL(told.to, at).href;
      else return { address: withoutFragment(at), answer: told.is === "file" ? withBytes(told) : told };
    }
    throw new Error(`${address} moved too often.`);
  }

  /** The bytes at an address: a picture, a style sheet, suggestions. None where there is nothing. */
  raw(address: string): Promise<Uint8Array<ArrayBuffer>> {
    const reply = this.#fetch(`raw/${encodeURIComponent(withoutFragment(address))}`);
    return this.track(reply.then(async (got) => new Uint8Array(got ? await got.arrayBuffer() : [])));
  }

  /** The style sheet of a site. One that is not there is empty. */
  sheet(host: string): Promise<CSSStyleSheet> {
    const known = this.#sheets.get(host);
    if (known) return this.track(known);
    const sheet = this.raw(`http://${host}/style.css`).then((bytes) => sheetOf(new TextDecoder().decode(bytes)));
    this.#sheets.set(host, sheet);
    return this.track(sheet);
  }

  /** Nothing where there is nothing. */
  async #fetch(path: string): Promise<Response | undefined> {
    try {
      const reply = await fetch(this.#root + path);
      if (reply.ok) return reply;
      if (reply.status === 404) return undefined;
      throw new Error(`the server answered ${reply.status}`);
    } catch (error) {
      this.failure = `${path} could not be fetched: ${error instanceof Error ? error.message : String(error)}`;
      throw error;
    }
  }
}

const withFragment = (address: string, asked: string) => address + (/#.*$/.exec(asked)?.[0] ?? "");

function withBytes({ base64, ...told }: Extract<Told, { is: "file" }>): Answer {
  return { ...told, bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) };
}

/** A style sheet without rules for what is under the pointer: after loading that would depend on how long it took. */
function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  removeHover(sheet);
  return sheet;
}

function removeHover(rules: CSSStyleSheet | CSSGroupingRule): void {
  for (let i = rules.cssRules.length - 1; i >= 0; i--) {
    const rule = rules.cssRules[i]!;
    if (rule instanceof CSSStyleRule && rule.selectorText.includes(":hover")) {
      // Other selectors of the same rule stay; a comma in parentheses does not separate any.
      const others = rule.selectorText.includes("(")
        ? []
        : rule.selectorText.split(",").filter((selector) => !selector.includes(":hover"));
      if (others.length > 0) rule.selectorText = others.join(",");
      else rules.deleteRule(i);
    } else if (rule instanceof CSSGroupingRule) {
      removeHover(rule);
    }
  }
}
