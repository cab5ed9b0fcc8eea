// Keys that act on the page, unless somebody types into a field.

import { useEffect, useRef } from "preact/hooks";

/** Hears keys by their names; what they do may change from one drawing to the next. */
export function useKeys(keys: Record<string, () => void>): void {
  const present = useRef(keys);
  present.current = keys;
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const isTyping = target?.matches("input:not([type=range]), select, textarea") ?? false;
      // A button that has the focus is pressed by the space bar.
      const isPressing = event.key === " " && (target?.matches("button, summary, a") ?? false);
      const act = present.current[event.key];
      if (!act || isTyping || isPressing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, []);
}
