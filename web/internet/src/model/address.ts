// Addresses of the small internet: `http://HOST/PATH?QUERY#FRAGMENT`.

const SEARCH = "http://search.example/search";
/** A host as somebody types it, with a path or without. */
const HOST_TYPED = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.example(?=$|[/?#])/i;

/** What is meant by a text in the address bar: an address, or words to be searched for. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  const full = HOST_TYPED.test(text) ? `http://${text}` : text;
  return (/\s/.test(full) ? undefined : absolute(full)) ?? withQuery(SEARCH, [["q", text]]);
}

/** Where a link on a page leads; nothing if it is no address of this internet. */
export function resolve(href: string, base: string): string | undefined {
  return absolute(href.trim(), base);
}

function absolute(address: string, base?: string): string | undefined {
  try {
    const url = new URL(address, base);
    // Both mean the same here, and one page has one address.
    if (url.protocol === "https:") url.protocol = "http:";
    return url.protocol === "http:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

export const hostOf = (address: string): string => new URL(address).host;

/** What is fetched for an address. */
export const withoutFragment = (address: string): string => address.replace(/#.*$/, "");

/** The id that an address points to on its page. */
export function fragmentOf(address: string): string {
  const fragment = new URL(address).hash.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The address that a form with fields goes to. */
export function withQuery(address: string, fields: readonly (readonly [string, string])[]): string {
  const url = new URL(address);
  url.search = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  url.hash = "";
  return url.href;
}

/** A text as a part of an address. What is half a letter becomes a whole one, where `encodeURIComponent` alone would throw. */
export const percentEncoded = (text: string): string =>
  new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20");
