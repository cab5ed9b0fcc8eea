// The panel at the right: what is selected, and the scene's settings.

import { ChoiceField, TickField } from "../../../kit/form/choice";
import { Tabs } from "../../../kit/form/tabs";
import { TextField } from "../../../kit/form/text";
import type { Editor, Tab } from "../edit/editor";
import { withPart, type Vec3 } from "../math/vector";
import { channels, fromChannels } from "../model/colour";
import { LONGEST_NAME, RANGES, titleOf, type SceneObject } from "../model/scene";
import { HexField, Swatches } from "./colour-field";
import { NumberBox } from "./number-box";

const TABS: readonly Tab[] = ["Object", "Scene"];
const PARTS = ["X", "Y", "Z"] as const;
const CHANNELS = ["Red", "Green", "Blue"] as const;
const CAMERAS = ["Perspective", "Orthographic"] as const;

interface InspectorProps {
  editor: Editor;
  /** Gives the keyboard back to the viewport. */
  leave: () => void;
}

export function Inspector({ editor, leave }: InspectorProps) {
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    <aside class="inspector" aria-label="Inspector" onKeyDown={pressed}>
      <Tabs label="Inspector" names={TABS} open={editor.tab} change={(tab) => editor.setTab(tab)}>
        {editor.tab === "Scene" ? <SceneSettings editor={editor} /> : <ObjectSettings editor={editor} leave={leave} />}
      </Tabs>
    </aside>
  );
}

function ObjectSettings({ editor, leave }: InspectorProps) {
  const { selected } = editor;
  const [object] = selected;
  if (!object) return <p class="faint nothing">No object selected</p>;
  const isLocked = selected.some(({ locked }) => locked);
  const all = (test: (object: SceneObject) => boolean) => selected.every(test);
  const set = (what: string, change: Partial<SceneObject>) => {
    editor.endEdit();
    editor.changeSelected(what, () => change);
  };
  // What is selected afterwards is another thing, and this button is gone.
  const then = (run: () => void) => () => {
    run();
    leave();
  };
  return (
    // A number that is being typed belongs to what was selected when it was begun.
    <div class="form" key={selected.map(({ id }) => id).join()}>
      <fieldset disabled={isLocked} class="form">
        {selected.length === 1 ? (
          <ObjectName editor={editor} object={object} />
        ) : (
          <p class="several">{selected.length} objects are selected</p>
        )}
        <section class="form-part" aria-label="Transform">
          <h3>Transform</h3>
          <Triple editor={editor} name="Position" field="position" step={0.1} />
          <Triple editor={editor} name="Rotation" field="rotation" step={5} />
          <Triple editor={editor} name="Scale" field="scale" step={0.1} />
        </section>
        <section class="form-part" aria-label="Appearance">
          <h3>Appearance</h3>
          <Appearance editor={editor} />
          <TickField
            name="Wireframe"
            isOn={all(({ wireframe }) => wireframe)}
            change={(wireframe) => set("wireframe", { wireframe })}
          />
        </section>
      </fieldset>
      <section class="ticks-row" aria-label="Visible and locked">
        <TickField
          name="Visible"
          isOn={all(({ visible }) => visible)}
          change={(visible) => set("visible", { visible })}
        />
        <TickField name="Locked" isOn={all(({ locked }) => locked)} change={(locked) => set("locked", { locked })} />
      </section>
      <footer>
        <button type="button" class="plain-button" onClick={then(() => editor.duplicate())}>
          Duplicate
        </button>
        <button type="button" class="plain-button is-danger" disabled={isLocked} onClick={then(() => editor.remove())}>
          Delete
        </button>
      </footer>
    </div>
  );
}

function ObjectName({ editor, object }: { editor: Editor; object: SceneObject }) {
  const isEmpty = object.name.trim() === "";
  return (
    <TextField
      name={`Name (${titleOf(object.type)})`}
      value={object.name}
      change={(name) => editor.change("name", new Map([[object.id, { name: name.slice(0, LONGEST_NAME) }]]))}
      leave={() => editor.endEdit()}
      problem={isEmpty ? "An object needs a name." : undefined}
    />
  );
}

interface TripleProps {
  editor: Editor;
  name: string;
  field: "position" | "rotation" | "scale";
  step: number;
}

function Triple({ editor, name, field, step }: TripleProps) {
  const { selected } = editor;
  return (
    <div class="triple" role="group" aria-label={field === "rotation" ? "Rotation in degrees" : name}>
      <span class="triple-name" aria-hidden="true">
        {name}
        {field === "rotation" ? " °" : ""}
      </span>
      {PARTS.map((part, i) => (
        <NumberBox
          key={part}
          name={`${name} ${part}`}
          label={part}
          class={`is-${part.toLowerCase()}`}
          values={selected.map((object) => object[field][i]!)}
          range={RANGES[field]}
          step={step}
          change={(values) => {
            const changes = selected.map(({ id, [field]: old }, k): [string, Partial<SceneObject>] => {
              return [id, { [field]: withPart(old, i, values[k]!) }];
            });
            editor.change(`${field} ${part}`, new Map(changes));
          }}
          leave={() => editor.endEdit()}
        />
      ))}
    </div>
  );
}

function Appearance({ editor }: { editor: Editor }) {
  const { selected } = editor;
  const [first] = selected;
  const end = () => editor.endEdit();
  const colour = selected.every(({ color }) => color === first?.color) ? first?.color : undefined;
  const setColour = (color: string) => editor.changeSelected("colour", () => ({ color }));
  return (
    <>
      <HexField name="Colour" value={colour} change={setColour} leave={end} />
      <div class="channels" role="group" aria-label="Colour as red, green and blue">
        {CHANNELS.map((channel, i) => (
          <NumberBox
            key={channel}
            name={channel}
            label={channel[0]!}
            values={selected.map(({ color }) => channels(color)[i]!)}
            range={RANGES.channel}
            step={1}
            change={(values) => {
              const changes = selected.map(({ id, color }, k): [string, Partial<SceneObject>] => {
                const parts: Vec3 = withPart(channels(color), i, values[k]!);
                return [id, { color: fromChannels(parts) }];
              });
              editor.change(channel, new Map(changes));
            }}
            leave={end}
          />
        ))}
      </div>
      <Swatches name="Colours to choose from" value={colour} change={setColour} leave={end} />
      <div class="one-number">
        <span class="triple-name" aria-hidden="true">
          Opacity
        </span>
        <NumberBox
          name="Opacity"
          label=""
          values={selected.map(({ opacity }) => opacity)}
          range={RANGES.opacity}
          step={0.05}
          change={(values) =>
            editor.change("opacity", new Map(selected.map(({ id }, k) => [id, { opacity: values[k]! }])))
          }
          leave={end}
        />
      </div>
    </>
  );
}

function SceneSettings({ editor }: { editor: Editor }) {
  const { settings } = editor.content;
  const end = () => editor.endEdit();
  const setBackground = (backgroundColor: string) => editor.set({ backgroundColor });
  return (
    <div class="form" key={editor.scene?.id}>
      <HexField name="Background" value={settings.backgroundColor} change={setBackground} leave={end} />
      <Swatches name="Backgrounds to choose from" value={settings.backgroundColor} change={setBackground} leave={end} />
      <TickField name="Grid" isOn={settings.showGrid} change={(showGrid) => editor.set({ showGrid })} />
      <TickField name="Axes" isOn={settings.showAxes} change={(showAxes) => editor.set({ showAxes })} />
      <ChoiceField
        name="Camera"
        choices={CAMERAS}
        value={settings.cameraType === "perspective" ? CAMERAS[0] : CAMERAS[1]}
        change={(choice) => editor.set({ cameraType: choice === CAMERAS[0] ? "perspective" : "orthographic" })}
      />
      <div class="one-number">
        <span class="triple-name" aria-hidden="true">
          Field of view °
        </span>
        <NumberBox
          name="Field of view"
          label=""
          values={[settings.fov]}
          range={RANGES.fov}
          step={1}
          change={([fov]) => editor.set({ fov: fov! })}
          leave={end}
        />
      </div>
      <div class="one-number">
        <span class="triple-name" aria-hidden="true">
          Orthographic zoom
        </span>
        <NumberBox
          name="Orthographic zoom"
          label=""
          values={[settings.orthoZoom]}
          range={RANGES.orthoZoom}
          step={1}
          change={([orthoZoom]) => editor.set({ orthoZoom: orthoZoom! })}
          leave={end}
        />
      </div>
    </div>
  );
}
