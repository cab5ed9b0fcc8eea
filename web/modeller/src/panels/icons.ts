// Line pictures of this application, beside those of the kit.

import type { Tool } from "../edit/gizmo";
import type { ObjectType } from "../math/mesh";

export const TYPE_ICONS: Readonly<Record<ObjectType, string>> = {
  cube: "M8 2l5.2 3v6L8 14l-5.2-3V5zM8 8v6M8 8l5.2-3M8 8L2.8 5",
  sphere: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11M2.5 8c2 2.4 9 2.4 11 0",
  cylinder: "M3.5 4.5a4.5 2 0 1 0 9 0 4.5 2 0 1 0-9 0v7a4.5 2 0 0 0 9 0v-7",
  cone: "M8 2L3.5 11.5a4.5 2 0 0 0 9 0zM3.5 11.5a4.5 2 0 0 1 9 0",
  torus: "M2 8a6 4 0 1 0 12 0 6 4 0 1 0-12 0M5.5 7.6c1.2 1.3 3.8 1.3 5 0M6.2 8c1-.9 2.6-.9 3.6 0",
  plane: "M5 5h9l-3 6H2z",
};

export const TOOL_ICONS: Readonly<Record<Tool, string>> = {
  select: "M4 2.5l8 6-3.6.6 2 3.9-1.8.9-2-3.9L4 12.5z",
  move: "M8 2v12M2 8h12M6.2 3.8L8 2l1.8 1.8M6.2 12.2L8 14l1.8-1.8M3.8 6.2L2 8l1.8 1.8M12.2 6.2L14 8l-1.8 1.8",
  rotate: "M13 8a5 5 0 1 1-1.6-3.7M13.2 2.5v3h-3",
  scale: "M3 13L13 3M8.5 3H13v4.5M3 9.5h3.5V13H3z",
  measure: "M2 11L11 2l3 3-9 9zM5 8l1.5 1.5M7.2 5.8l1.5 1.5M9.3 3.7l1.5 1.5",
};

export const LIST_ICON = "M2.5 4h11M2.5 8h11M2.5 12h11";
export const SNAP_ICON = "M4 3v5a4 4 0 0 0 8 0V3H9.5v5a1.5 1.5 0 0 1-3 0V3zM4 5.5h2.5M9.5 5.5H12";
export const EYE_ICON =
  "M1.8 8C4 4.4 12 4.4 14.2 8 12 11.6 4 11.6 1.8 8zM8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 1 0 0-3.4";
export const HIDDEN_ICON = "M1.8 8C4 4.4 12 4.4 14.2 8 12 11.6 4 11.6 1.8 8zM3 13L13 3";
export const LOCK_ICON = "M4 7.5h8v6H4zM5.5 7.5V5.2a2.5 2.5 0 0 1 5 0v2.3";
export const UNLOCKED_ICON = "M4 7.5h8v6H4zM5.5 7.5V4.7a2.5 2.5 0 0 1 4.9-.7";
export const GROUP_ICON = "M2.5 4.5h4l1.2 1.5h5.8v6.5h-11z";
export const REMOVE_ICON = "M3.5 4.5h9M6.5 4.5v-1h3v1M5 4.5l.6 8h4.8l.6-8";
export const COPY_ICON = "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7";
export const RENAME_ICON = "M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z";
export const THEME_ICON = "M12.5 9.5A5 5 0 0 1 6.5 3.5a5 5 0 1 0 6 6z";
