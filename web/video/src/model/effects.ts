// Effects of blocks: where they work, and what becomes of them when their block is cut.

export const CURVES = ["linear", "ease-in", "ease-out", "ease-in-out"] as const;
export type Curve = (typeof CURVES)[number];

export interface Light {
  brightness: number;
  contrast: number;
  saturation: number;
}

interface EffectExtent {
  id: string;
  scope: "full-clip" | "segment";
  /** Of a segment: milliseconds after the block's start. */
  from: number;
  to: number;
  enabled: boolean;
}

export type LightEffect = EffectExtent & { type: "light-adjustment"; light: Light };
export type FadeEffect = EffectExtent & { type: "fade-in" | "fade-out"; curve: Curve };
export type Effect = LightEffect | FadeEffect;
export type EffectType = Effect["type"];

export const EFFECT_NAMES: Readonly<Record<EffectType, string>> = {
  "light-adjustment": "Light adjustment",
  "fade-in": "Fade in",
  "fade-out": "Fade out",
};

/** What each number of a light adjustment may be, and is at first. */
export const LIGHT_RANGES: readonly { key: keyof Light; name: string; least: number; most: number; neutral: number }[] =
  [
    { key: "brightness", name: "Brightness", least: -1, most: 1, neutral: 0 },
    { key: "contrast", name: "Contrast", least: 0, most: 3, neutral: 1 },
    { key: "saturation", name: "Saturation", least: 0, most: 3, neutral: 1 },
  ];

export const NEUTRAL: Light = { brightness: 0, contrast: 1, saturation: 1 };
export const SHORTEST_EFFECT_MS = 50;

export function newEffect(type: EffectType, id: string): Effect {
  const extent: EffectExtent = { id, scope: "full-clip", from: 0, to: 0, enabled: true };
  return type === "light-adjustment" ? { ...extent, type, light: NEUTRAL } : { ...extent, type, curve: "linear" };
}

interface Clip {
  start: number;
  duration: number;
}

/** From when to when an effect of a block works, after the block's start. */
export function extentOf({ duration }: Clip, effect: Effect): [from: number, to: number] {
  return effect.scope === "full-clip" ? [0, duration] : [effect.from, effect.to];
}

/** The effects of a block that loses `cut` milliseconds at its beginning (fewer than none: it wins some) and is then so long. */
export function afterCut(effects: readonly Effect[], cut: number, duration: number): Effect[] {
  return effects.flatMap((effect) => {
    if (effect.scope === "full-clip") return [effect];
    return inside({ ...effect, from: effect.from - cut, to: effect.to - cut }, duration);
  });
}

/** A segment cut off at a block's edges, if enough of it is left. */
function inside<One extends Effect>(effect: One, duration: number): One[] {
  const from = Math.max(0, effect.from);
  const to = Math.min(duration, effect.to);
  return to - from < SHORTEST_EFFECT_MS ? [] : [{ ...effect, from, to }];
}

/** The effects of both parts of a block that is split; `newId` names those that are in both. */
export function afterSplit(
  effects: readonly Effect[],
  at: number,
  duration: number,
  newId: () => string,
): [left: Effect[], right: Effect[]] {
  const left: Effect[] = [];
  const right: Effect[] = [];
  for (const effect of effects) {
    const { from, to } = effect;
    const isFull = effect.scope === "full-clip";
    const before = isFull ? [effect] : inside(effect, at);
    const after = isFull ? [effect] : inside({ ...effect, from: from - at, to: to - at }, duration - at);
    if (effect.type === "fade-in" && (isFull || from < at)) left.push(...before);
    else if (effect.type === "fade-out" && (isFull || to > at)) right.push(...after);
    else {
      left.push(...before);
      right.push(...after.map((part) => (before.length > 0 ? { ...part, id: newId() } : part)));
    }
  }
  return [left, right];
}

/** How far a fade has come at a part of 0…1 of its time. */
export function eased(curve: Curve, part: number): number {
  switch (curve) {
    case "linear":
      return part;
    case "ease-in":
      return part * part;
    case "ease-out":
      return 1 - (1 - part) ** 2;
    case "ease-in-out":
      return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2;
  }
}

/** Opacities at the beginning and at the end of a fade. */
export function opacitiesOf(type: FadeEffect["type"]): [from: number, to: number] {
  return type === "fade-out" ? [1, 0] : [0, 1];
}

/** What works on a block at a time after its start. */
export function workingAt(
  block: Clip & { effects: readonly Effect[] },
  time: number,
): { opacity: number; lights: Light[] } {
  let opacity = 1;
  const lights: Light[] = [];
  for (const effect of block.effects) {
    const [from, to] = extentOf(block, effect);
    if (!effect.enabled || time < from || time >= to) continue;
    if (effect.type === "light-adjustment") {
      lights.push(effect.light);
    } else {
      const [first, last] = opacitiesOf(effect.type);
      opacity *= first + (last - first) * eased(effect.curve, (time - from) / (to - from));
    }
  }
  return { opacity, lights };
}
