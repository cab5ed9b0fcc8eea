// What a page waits for.

import { useEffect, useState } from "preact/hooks";

/** How often a page looks after what is being written. */
export const LIVE_MS = 1500;

export type Loaded<T> = { is: "waiting"; last: T | null } | { is: "there"; value: T } | { is: "failed"; why: string };

/**
 * Asks anew whenever the key changes; what was there before is kept in sight until the answer comes. `again` says after how many
 * milliseconds the same is asked once more, where the answer will change by itself.
 */
export function useLoaded<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  again: (value: T) => number | null = () => null,
): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ is: "waiting", last: null });
  useEffect(() => {
    const stop = new AbortController();
    setLoaded((before) => ({
      is: "waiting",
      last: before.is === "there" ? before.value : before.is === "waiting" ? before.last : null,
    }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const asked = (): Promise<void> => ask(stop.signal).then(answered, failed);
    const answered = (value: T) => {
      if (stop.signal.aborted) return;
      setLoaded({ is: "there", value });
      const wait = again(value);
      if (wait !== null) timer = setTimeout(() => void asked(), wait);
    };
    const failed = (error: unknown) => {
      if (!stop.signal.aborted)
        setLoaded({ is: "failed", why: error instanceof Error ? error.message : String(error) });
    };
    void asked();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // The key stands for everything that the question depends on.
  }, [key]);
  return loaded;
}

/** How long somebody must stay at a place before what lies around it is asked for. */
const RESTED_MS = 120;

/** A value, once it has stayed the same for a moment. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), RESTED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** What can be shown now. */
export function shown<T>(loaded: Loaded<T>): T | null {
  return loaded.is === "there" ? loaded.value : loaded.is === "waiting" ? loaded.last : null;
}
