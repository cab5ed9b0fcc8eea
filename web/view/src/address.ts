// Where the reader is, in the address after `#`: `#/runs/ID/trials/7?step=3`. Back and forward work, and links can be sent.

import { useEffect, useState } from "preact/hooks";

export interface Address {
  parts: string[];
  query: URLSearchParams;
}

export function readAddress(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

export function writeAddress(parts: (string | number)[], query?: URLSearchParams): string {
  const path = parts.map((part) => encodeURIComponent(String(part))).join("/");
  const text = query?.toString();
  return `#/${path}${text ? `?${text}` : ""}`;
}

/** The address, whenever it changes. */
export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    // It may have changed since the first drawing, before anybody listened.
    changed();
    return () => removeEventListener("hashchange", changed);
  }, []);
  return readAddress(hash);
}

/** The address with some of its query changed; an empty value is taken out. */
export function changed(address: Address, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(address.query);
  for (const [key, value] of Object.entries(changes)) {
    if (value) query.set(key, value);
    else query.delete(key);
  }
  return writeAddress(address.parts, query);
}

/** Goes there; `replace` leaves no step for Back, as for each key that is pressed in a field. */
export function go(to: string, replace = false): void {
  if (replace) {
    history.replaceState(null, "", to);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = to;
  }
}
