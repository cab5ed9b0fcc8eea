// Text as it was written, which scrolls where it is long.

import type { ComponentChildren } from "preact";

interface PreProps {
  class?: string;
  children: ComponentChildren;
}

/** What scrolls can be reached by the keyboard, and nothing else is in its way. */
const reachable = (element: HTMLPreElement | null) => {
  if (!element) return;
  if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
  else element.removeAttribute("tabindex");
};

export function Pre({ class: name, children }: PreProps) {
  // Made anew each time, so that it is called after every change of the text.
  return (
    <pre class={name} ref={(element) => reachable(element)}>
      {children}
    </pre>
  );
}
