// Line pictures of the frame's buttons: the data of one path, 16 × 16.

export const ICONS = {
  back: "M9.5 3.5L5 8l4.5 4.5M5 8h8",
  forward: "M6.5 3.5L11 8l-4.5 4.5M11 8H3",
  reload: "M12.5 8a4.5 4.5 0 1 1-1.5-3.4M12.5 2.5v3h-3",
  home: "M2.5 8L8 3l5.5 5M4.5 7v6h7V7",
  star: "M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4L2.2 6.5l4-.6z",
  find: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2",
  downloads: "M8 2.5v7M5 7l3 3 3-3M3 13h10",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  keys: "M2 5h12v7H2zM4.5 7.5h.01M7 7.5h.01M9.5 7.5h.01M12 7.5h.01M5 10h6",
  close: "M4.5 4.5l7 7M11.5 4.5l-7 7",
  add: "M8 3.5v9M3.5 8h9",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  more: "M4 4l4 4-4 4M8 4l4 4-4 4",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  page: "M2.5 3.5h11v9h-11zM2.5 6h11",
};
