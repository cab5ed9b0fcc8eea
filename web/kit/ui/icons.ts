// Line pictures for `icon`: the data of one path, 16 × 16.

export const ICONS = {
  tick: "M3 8.5l3.2 3L13 4.5",
  submenu: "M6 4l4 4-4 4",
  play: "M5 3.5v9l7-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  reset: "M12.5 8a4.5 4.5 0 1 1-1.5-3.4M12.5 2.5v3h-3",
  zoomIn: "M8 3.5v9M3.5 8h9",
  zoomOut: "M3.5 8h9",
  fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
  undo: "M6 3.5L3 6.5l3 3M3 6.5h6a3.5 3.5 0 0 1 0 7H6",
  redo: "M10 3.5l3 3-3 3M13 6.5H7a3.5 3.5 0 0 0 0 7h3",
};
