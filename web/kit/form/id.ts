// Ids that tie names to fields. Preact's own `useId` begins anew with every `render` of a page, and would give one id to two fields.

import { useState } from "preact/hooks";

let made = 0;

export function useFieldId(): string {
  const [id] = useState(() => `form-${++made}`);
  return id;
}
