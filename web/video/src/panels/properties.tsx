// What can be set of the selected block, in tabs: its text, its times, its effects.

import { Tabs } from "../../../kit/form/tabs";
import type { Editor, Tab } from "../edit/editor";
import { joined, parted, readColor, SWATCHES } from "../model/colors";
import { FONT_SIZES } from "../model/text";
import { LONGEST_MS, lengthOf, rowOf, type Block, type TextStyle } from "../model/project";
import { clockOf } from "../model/times";
import { TextField } from "../../../kit/form/text";
import { EffectsTab } from "./effects";
import { CheckedField, RangeField, SecondsField } from "./fields";

interface PropertiesProps {
  editor: Editor;
  /** Gives the keyboard back to the timeline. */
  leave: () => void;
}

export function Properties({ editor, leave }: PropertiesProps) {
  const block = editor.selected;
  const pressed = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    const isField = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (event.key !== "Escape" && !(event.key === "Enter" && isField && !isText)) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    <aside class="panel properties" aria-label="Properties" onKeyDown={pressed}>
      {block ? <BlockProperties key={block.id} editor={editor} block={block} /> : <ProjectNote editor={editor} />}
    </aside>
  );
}

function ProjectNote({ editor }: { editor: Editor }) {
  const count = editor.selection.size;
  const tracks = editor.project.tracks.length;
  return (
    <>
      <div class="panel-head">
        <h2>{count > 1 ? `${count} blocks` : "Project"}</h2>
      </div>
      <div class="panel-note">
        {count > 1 ? (
          <p>Select one block to set its times, text and effects.</p>
        ) : (
          <>
            <p>
              {clockOf(lengthOf(editor.project))} long, {tracks} {tracks === 1 ? "track" : "tracks"}
            </p>
            <p>Select a block to set its times, text and effects.</p>
          </>
        )}
      </div>
    </>
  );
}

function BlockProperties({ editor, block }: { editor: Editor; block: Block }) {
  const names: readonly Tab[] = block.style ? ["Text", "Time", "Effects"] : ["Time", "Effects"];
  return (
    <>
      <div class="panel-head">
        <h2>{block.name}</h2>
      </div>
      <Tabs label="Properties" names={names} open={editor.tab} change={(tab) => editor.showTab(tab)}>
        {editor.tab === "Text" && block.style && <TextTab editor={editor} block={block} style={block.style} />}
        {editor.tab === "Time" && <TimeTab editor={editor} block={block} />}
        {editor.tab === "Effects" && <EffectsTab editor={editor} block={block} />}
      </Tabs>
    </>
  );
}

function TimeTab({ editor, block }: { editor: Editor; block: Block }) {
  const { id } = block;
  const row = rowOf(editor.project, id);
  const rows = editor.project.tracks.length;
  const leave = () => editor.endEdit();
  const moveTo = (ms: number) => {
    if (ms > LONGEST_MS) return "This is too late.";
    editor.move(id, { row, isNew: false }, ms);
    return undefined;
  };
  const toTrack = (text: string) => {
    const number = Number(text);
    if (!/^\d+$/.test(text.trim()) || number < 1 || number > rows + 1) return `From 1 to ${rows + 1}.`;
    if (number - 1 !== row) editor.move(id, { row: number - 1, isNew: number > rows }, block.start);
    return undefined;
  };
  return (
    <div class="fields-grid">
      <SecondsField name="Start" ms={block.start} take={moveTo} leave={leave} />
      <SecondsField
        name="Duration"
        ms={block.duration}
        take={(duration) => editor.setTimes(id, { duration })}
        leave={leave}
      />
      {block.type !== "TEXT" && (
        <>
          <SecondsField
            name="Trim start"
            ms={block.trimStart}
            take={(trimStart) => editor.setTimes(id, { trimStart })}
            leave={leave}
          />
          <SecondsField
            name="Trim end"
            ms={block.trimEnd}
            take={(trimEnd) => editor.setTimes(id, { trimEnd })}
            leave={leave}
          />
        </>
      )}
      <CheckedField name={`Track (of ${rows})`} shown={String(row + 1)} take={toTrack} leave={leave} />
    </div>
  );
}

function TextTab({ editor, block, style }: { editor: Editor; block: Block; style: TextStyle }) {
  const set = (change: Partial<TextStyle>) => editor.setStyle(block.id, change);
  const leave = () => editor.endEdit();
  const background = parted(style.backgroundColor);
  return (
    <div class="fields-column">
      <TextField name="Text" value={style.text} change={(text) => set({ text })} leave={leave} isLong />
      <RangeField
        name="Size"
        value={style.fontSize}
        {...FONT_SIZES}
        isWhole
        take={(fontSize) => set({ fontSize })}
        leave={leave}
      />
      <ColorField name="Colour" color={style.fontColor} take={(fontColor) => set({ fontColor })} leave={leave} />
      <ColorField
        name="Background"
        color={background.color}
        take={(color) => set({ backgroundColor: joined(color, background.percent) })}
        leave={leave}
      />
      <RangeField
        name="Opacity of the background (%)"
        value={background.percent}
        least={0}
        most={100}
        isWhole
        take={(percent) => set({ backgroundColor: joined(background.color, percent) })}
        leave={leave}
      />
    </div>
  );
}

interface ColorFieldProps {
  name: string;
  color: string;
  take: (color: string) => void;
  leave: () => void;
}

function ColorField({ name, color, take, leave }: ColorFieldProps) {
  const read = (text: string) => {
    const color = readColor(text);
    if (!color) return "A colour such as #ff0000 or red is needed here.";
    take(color);
    return undefined;
  };
  return (
    <div class="color-field">
      <CheckedField name={name} shown={color} take={read} leave={leave} />
      <div class="swatches" role="group" aria-label={`${name} from a list`}>
        {Object.entries(SWATCHES).map(([swatch, value]) => (
          <button
            key={swatch}
            type="button"
            class="swatch"
            tabIndex={-1}
            title={swatch}
            aria-label={`${name} ${swatch}`}
            aria-pressed={value === color}
            style={{ background: value }}
            onClick={() => take(value)}
          />
        ))}
      </div>
    </div>
  );
}
