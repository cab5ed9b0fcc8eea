// Tabs over a panel: one tab stop, arrows go from one to the next.

import type { ComponentChildren } from "preact";

interface TabsProps<Name extends string> {
  label: string;
  names: readonly Name[];
  open: Name;
  change: (name: Name) => void;
  children: ComponentChildren;
}

export function Tabs<Name extends string>({ label, names, open, change, children }: TabsProps<Name>) {
  const at = names.indexOf(open);
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + step + names.length) % names.length;
    change(names[next]!);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={pressed}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === open}
            tabIndex={name === open ? 0 : -1}
            onClick={() => change(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" aria-label={open}>
        {children}
      </div>
    </>
  );
}
