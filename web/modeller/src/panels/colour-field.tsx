// A colour: its hexadecimal text, and swatches to choose from. The browser's own chooser would be a window that no screenshot shows.

import { useState } from "preact/hooks";
import { TextField } from "../../../kit/form/text";
import { readColour, SWATCHES } from "../model/colour";

interface ColourFieldProps {
  name: string;
  /** Undefined where several objects have several. */
  value: string | undefined;
  change: (colour: string) => void;
  leave: () => void;
}

export function HexField({ name, value, change, leave }: ColourFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isBad = typed !== undefined && readColour(typed) === undefined;
  const take = (text: string) => {
    setTyped(text);
    const colour = readColour(text);
    if (colour !== undefined) change(colour);
  };
  const left = () => {
    setTyped(undefined);
    leave();
  };
  return (
    <div class="colour">
      <span class="colour-sample" style={{ background: value ?? "transparent" }} />
      <TextField
        name={name}
        value={typed ?? value ?? ""}
        change={take}
        leave={left}
        placeholder={value === undefined ? "mixed" : ""}
        isCode
        problem={isBad ? "Six hexadecimal digits, such as #ff8800." : undefined}
      />
    </div>
  );
}

/** One tab stop; arrows choose. */
export function Swatches({ name, value, change, leave }: ColourFieldProps) {
  const chosen = SWATCHES.findIndex(([, colour]) => colour === value);
  const choose = (index: number) => {
    leave();
    change(SWATCHES[index]![1]);
    leave();
  };
  const pressed = (event: KeyboardEvent) => {
    const step = ["ArrowRight", "ArrowDown"].includes(event.key)
      ? 1
      : ["ArrowLeft", "ArrowUp"].includes(event.key)
        ? -1
        : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next =
      chosen === -1 ? (step === 1 ? 0 : SWATCHES.length - 1) : (chosen + step + SWATCHES.length) % SWATCHES.length;
    choose(next);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
  };
  return (
    <div class="swatches" role="radiogroup" aria-label={name} onKeyDown={pressed}>
      {SWATCHES.map(([title, colour], i) => (
        <button
          key={colour}
          type="button"
          role="radio"
          aria-checked={i === chosen}
          aria-label={title}
          title={`${title} (${colour})`}
          tabIndex={i === Math.max(0, chosen) ? 0 : -1}
          style={{ background: colour }}
          onClick={() => choose(i)}
        />
      ))}
    </div>
  );
}
