// The effects of a block, in the order in which they work.

import { useLayoutEffect, useRef } from "preact/hooks";
import { ChoiceField, TickField } from "../../../kit/form/choice";
import { IconButton } from "../../../kit/form/icon";
import type { Editor } from "../edit/editor";
import { CURVES, EFFECT_NAMES, extentOf, LIGHT_RANGES, type Curve, type Effect } from "../model/effects";
import type { Block } from "../model/project";
import { SecondsField, SliderField } from "./fields";
import { VIDEO_ICONS } from "./icons";

const SCOPES = { "Full clip": "full-clip", Segment: "segment" } as const;
type ScopeName = keyof typeof SCOPES;

export function EffectsTab({ editor, block }: { editor: Editor; block: Block }) {
  const types = (["light-adjustment", "fade-in", "fade-out"] as const).filter(
    (type) => block.type !== "AUDIO" || type !== "light-adjustment",
  );
  return (
    <div class="effects">
      {block.effects.map((effect, order) => (
        <EffectCard key={effect.id} editor={editor} block={block} effect={effect} order={order} />
      ))}
      <div class="effects-add">
        {types.map((type) => (
          <button key={type} type="button" class="plain-button" onClick={() => editor.addEffect(type)}>
            {EFFECT_NAMES[type]}
          </button>
        ))}
      </div>
    </div>
  );
}

interface EffectCardProps {
  editor: Editor;
  block: Block;
  effect: Effect;
  order: number;
}

function EffectCard({ editor, block, effect, order }: EffectCardProps) {
  const [from, to] = extentOf(block, effect);
  const isSelected = editor.selectedEffect?.id === effect.id;
  const leave = () => editor.endEdit();
  const set = (change: Effect, what: string) => editor.setEffect(block, change, what);
  const setScope = (name: string) => {
    const scope = SCOPES[name as ScopeName];
    // A segment begins as what the effect was.
    set({ ...effect, scope, from, to }, "scope");
  };
  const setFrom = (ms: number) => editor.setExtent(block, effect.id, ms, block.start + to);
  const setTo = (ms: number) => editor.setExtent(block, effect.id, block.start + from, ms);
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isSelected) card.current!.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  return (
    <div
      ref={card}
      class={isSelected ? "effect-card is-selected" : "effect-card"}
      role="group"
      aria-label={EFFECT_NAMES[effect.type]}
    >
      <div class="effect-head">
        <TickField
          name={EFFECT_NAMES[effect.type]}
          isOn={effect.enabled}
          change={(enabled) => set({ ...effect, enabled }, "enabled")}
        />
        <IconButton
          path={VIDEO_ICONS.earlier}
          name="Earlier"
          isDisabled={order === 0}
          run={() => editor.reorderEffect(block, effect.id, -1)}
        />
        <IconButton
          path={VIDEO_ICONS.later}
          name="Later"
          isDisabled={order === block.effects.length - 1}
          run={() => editor.reorderEffect(block, effect.id, 1)}
        />
        <IconButton path={VIDEO_ICONS.remove} name="Remove" run={() => editor.removeEffect(block, effect.id)} />
      </div>
      <ChoiceField
        name="Extent"
        choices={Object.keys(SCOPES)}
        value={effect.scope === "segment" ? "Segment" : "Full clip"}
        change={setScope}
      />
      {effect.scope === "segment" && (
        <div class="fields-grid">
          <SecondsField name="From" ms={block.start + from} take={setFrom} leave={leave} />
          <SecondsField name="To" ms={block.start + to} take={setTo} leave={leave} />
        </div>
      )}
      {effect.type === "light-adjustment" ? (
        LIGHT_RANGES.map(({ key, name, least, most }) => (
          <SliderField
            key={key}
            name={name}
            least={least}
            most={most}
            value={effect.light[key]}
            take={(value) => set({ ...effect, light: { ...effect.light, [key]: value } }, key)}
            leave={leave}
          />
        ))
      ) : (
        <ChoiceField
          name="Curve"
          choices={CURVES}
          value={effect.curve}
          change={(curve) => set({ ...effect, curve: curve as Curve }, "curve")}
        />
      )}
    </div>
  );
}
