// The parts as the search field finds them.

import type { Findable } from "../../../kit/ui/finder";
import { KINDS } from "../model/catalogue";

export interface FindablePart extends Findable {
  kind: string;
}

export const FINDABLE_PARTS: readonly FindablePart[] = KINDS.map(({ kind, name, words, shortcut }) => ({
  kind,
  name,
  words: [kind, ...(words ?? [])],
  note: shortcut,
}));
