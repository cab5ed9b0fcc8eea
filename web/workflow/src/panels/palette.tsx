// The nodes panel: every kind by category, found by name, added by a click or a drag to the canvas.

import { useRef, useState } from "preact/hooks";
import { Icon } from "../../../kit/form/icon";
import { find } from "../../../kit/ui/finder";
import { toContent } from "../../../kit/ui/viewport";
import type { Editor } from "../edit/editor";
import { CLICK_REACH } from "../edit/gesture";
import { CATEGORIES, KINDS, type NodeKind } from "../model/catalogue";
import { CATEGORY_ICONS } from "./icons";

interface PaletteProps {
  editor: Editor;
  /** Gives the keyboard to the canvas. */
  leave: () => void;
}

const FINDABLE = KINDS.map((kind) => ({ ...kind, words: [kind.type, ...(kind.words ?? [])] }));

export function Palette({ editor, leave }: PaletteProps) {
  const [query, setQuery] = useState("");
  const found = query.trim() === "" ? undefined : find(query, FINDABLE);
  const add = (kind: NodeKind) => {
    editor.add(kind.type);
    setQuery("");
    leave();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Enter" && found?.[0]) add(found[0]);
    else if (event.key === "Escape") {
      setQuery("");
      leave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const entry = (kind: NodeKind) => (
    <Entry key={kind.type} kind={kind} editor={editor} add={() => add(kind)} end={() => setQuery("")} />
  );
  return (
    <aside class="palette" aria-label="Nodes">
      <div class="palette-search">
        <input
          class="input"
          type="text"
          placeholder="Find a node"
          aria-label="Find a node"
          spellcheck={false}
          autocomplete="off"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={pressed}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <div class="palette-list">
        {found ? (
          <>
            {found.map(entry)}
            {found.length === 0 && <p class="faint">No node has this name.</p>}
          </>
        ) : (
          CATEGORIES.map((category) => (
            <section key={category} aria-label={category}>
              <h2>{category}</h2>
              {KINDS.filter((kind) => kind.category === category).map(entry)}
            </section>
          ))
        )}
      </div>
    </aside>
  );
}

interface EntryProps {
  kind: NodeKind;
  editor: Editor;
  add: () => void;
  /** After a drag. */
  end: () => void;
}

function Entry({ kind, editor, add, end }: EntryProps) {
  const press = useRef<{ x: number; y: number; isDrag: boolean }>(undefined);
  const moved = (event: PointerEvent) => {
    const from = press.current;
    if (!from) return;
    if (!from.isDrag && Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_REACH) {
      from.isDrag = true;
      editor.begin({ type: "place", kind: kind.type, to: undefined });
    }
    if (from.isDrag) editor.follow(placeOf(editor, event));
  };
  const released = (event: PointerEvent) => {
    const from = press.current;
    press.current = undefined;
    if (!from?.isDrag || editor.gesture?.type !== "place") return;
    editor.follow(placeOf(editor, event));
    editor.finish();
    end();
  };
  return (
    <button
      type="button"
      class={`palette-entry is-category-${CATEGORIES.indexOf(kind.category)}`}
      title={kind.about}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { x: event.clientX, y: event.clientY, isDrag: false };
      }}
      onPointerMove={moved}
      onPointerUp={released}
      // A drag ends in a click of its entry, too.
      onClick={(event) => !wasDragged(event) && add()}
    >
      <span class="card-icon">
        <Icon path={CATEGORY_ICONS[kind.category] ?? ""} />
      </span>
      {kind.name}
    </button>
  );
}

/** Whether a click's release lies outside of its button. */
function wasDragged(event: MouseEvent): boolean {
  if (event.detail === 0) return false;
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** The point of the content under the pointer; undefined beside the canvas. */
function placeOf(editor: Editor, event: PointerEvent): { x: number; y: number } | undefined {
  const box = document.querySelector(".canvas")?.getBoundingClientRect();
  if (
    !box ||
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  )
    return undefined;
  const [x, y] = toContent(editor.viewport, [event.clientX - box.left, event.clientY - box.top]);
  return { x, y };
}
