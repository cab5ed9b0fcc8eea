// The scene list: every object and group, with its visibility and lock.

import { useRef } from "preact/hooks";
import { Icon } from "../../../kit/form/icon";
import { openRenameGroup, openRenameObject } from "../edit/dialogs";
import type { Editor } from "../edit/editor";
import { rowsOf, titleOf, TYPES, type Row, type SceneObject } from "../model/scene";
import { EYE_ICON, GROUP_ICON, HIDDEN_ICON, LOCK_ICON, TYPE_ICONS, UNLOCKED_ICON } from "./icons";

interface OutlinerProps {
  editor: Editor;
  /** Gives the keyboard to the viewport, or to the inspector. */
  leave: () => void;
  edit: () => void;
}

const membersOf = (row: Row): readonly SceneObject[] => (row.kind === "group" ? row.members : [row.object]);
const idOf = (row: Row) => (row.kind === "group" ? row.group.id : row.object.id);
const nameOf = (row: Row) => (row.kind === "group" ? row.group.name : row.object.name);

export function Outliner({ editor, leave, edit }: OutlinerProps) {
  const rows = rowsOf(editor.content);
  /** The row that the keyboard is at, and the one that a range begins with. */
  const at = useRef(0);
  const anchor = useRef(0);
  const current = Math.min(at.current, Math.max(0, rows.length - 1));

  const selectRange = (from: number, to: number) => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    editor.select(rows.slice(low, high + 1).flatMap((row) => membersOf(row).map(({ id }) => id)));
  };
  const goTo = (index: number, isRange: boolean, list: HTMLElement) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    at.current = next;
    if (!isRange) anchor.current = next;
    selectRange(anchor.current, next);
    list.querySelectorAll<HTMLElement>("[role=row]")[next]?.focus();
  };
  const clicked = (index: number, event: MouseEvent) => {
    at.current = index;
    const ids = membersOf(rows[index]!).map(({ id }) => id);
    if (event.ctrlKey || event.metaKey) editor.toggle(ids);
    else if (event.shiftKey) return selectRange(anchor.current, index);
    else editor.select(ids);
    anchor.current = index;
  };
  const pressed = (event: KeyboardEvent) => {
    const list = event.currentTarget as HTMLElement;
    const row = rows[current];
    const isControl = event.ctrlKey || event.metaKey;
    if (!row || event.altKey) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(current + 1, event.shiftKey, list),
      ArrowUp: () => goTo(current - 1, event.shiftKey, list),
      Home: () => goTo(0, event.shiftKey, list),
      End: () => goTo(rows.length - 1, event.shiftKey, list),
      " ": () => (isControl ? editor.toggle(membersOf(row).map(({ id }) => id)) : goTo(current, false, list)),
      Enter: edit,
      F2: () => rename(editor, row),
      Delete: () => editor.remove(),
      h: () => editor.toggleVisible(membersOf(row)),
      l: () => editor.toggleLocked(membersOf(row)),
      Escape: leave,
    };
    const run = isControl && event.key !== " " ? undefined : keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <aside class="outliner" aria-label="Scene list">
      <h2>Scene</h2>
      {rows.length === 0 ? (
        <p class="faint nothing">The scene is empty.</p>
      ) : (
        <div class="rows" role="treegrid" aria-label="Objects" aria-multiselectable="true" onKeyDown={pressed}>
          {rows.map((row, i) => (
            <OutlinerRow
              key={idOf(row)}
              editor={editor}
              row={row}
              isStop={i === current}
              clicked={(event) => clicked(i, event)}
            />
          ))}
        </div>
      )}
      <div class="adding" role="group" aria-label="Add an object">
        {TYPES.map((type) => (
          <button
            key={type}
            type="button"
            aria-label={`Add a ${type}`}
            onClick={() => {
              editor.add(type);
              leave();
            }}
          >
            <Icon path={TYPE_ICONS[type]} />
            {titleOf(type)}
          </button>
        ))}
      </div>
    </aside>
  );
}

interface RowProps {
  editor: Editor;
  row: Row;
  /** Whether Tab comes to this row. */
  isStop: boolean;
  clicked: (event: MouseEvent) => void;
}

function OutlinerRow({ editor, row, isStop, clicked }: RowProps) {
  const members = membersOf(row);
  const name = nameOf(row);
  const isSelected = members.every(({ id }) => editor.selection.has(id));
  const isHidden = members.every(({ visible }) => !visible);
  const isLocked = members.every(({ locked }) => locked);
  const isMember = row.kind === "object" && row.isMember;
  return (
    <div
      role="row"
      class={`row ${isMember ? "is-member" : ""} ${isHidden ? "is-hidden" : ""}`}
      aria-level={isMember ? 2 : 1}
      aria-selected={isSelected}
      aria-expanded={row.kind === "group" ? true : undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={clicked}
      onDblClick={() => rename(editor, row)}
    >
      <span role="gridcell" class="row-name">
        <Icon path={row.kind === "group" ? GROUP_ICON : TYPE_ICONS[row.object.type]} />
        <span>{name}</span>
      </span>
      <RowButton
        path={isHidden ? HIDDEN_ICON : EYE_ICON}
        name={`${isHidden ? "Show" : "Hide"} ${name}`}
        isOn={isHidden}
        run={() => editor.toggleVisible(members)}
      />
      <RowButton
        path={isLocked ? LOCK_ICON : UNLOCKED_ICON}
        name={`${isLocked ? "Unlock" : "Lock"} ${name}`}
        isOn={isLocked}
        run={() => editor.toggleLocked(members)}
      />
    </div>
  );
}

function rename(editor: Editor, row: Row): void {
  if (row.kind === "group") return openRenameGroup(editor, row.group.id, row.group.name);
  editor.select([row.object.id]);
  openRenameObject(editor);
}

interface RowButtonProps {
  path: string;
  name: string;
  isOn: boolean;
  run: () => void;
}

/** Not a stop of Tab: H and L do the same. */
function RowButton({ path, name, isOn, run }: RowButtonProps) {
  const clicked = (event: MouseEvent) => {
    event.stopPropagation();
    run();
  };
  return (
    <span role="gridcell">
      <button
        type="button"
        class={isOn ? "row-button is-on" : "row-button"}
        tabIndex={-1}
        aria-label={name}
        title={name}
        onClick={clicked}
        onDblClick={(event) => event.stopPropagation()}
      >
        <Icon path={path} />
      </button>
    </span>
  );
}
