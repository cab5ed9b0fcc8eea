// Pictures for this application's buttons: the data of one path, 16 × 16.

export const VIDEO_ICONS = {
  toStart: "M4 3.5v9M12 3.5v9L6 8z",
  toEnd: "M12 3.5v9M4 3.5v9L10 8z",
  stepBack: "M10.5 3.5L5.5 8l5 4.5",
  stepForward: "M5.5 3.5l5 4.5-5 4.5",
  split: "M8 2v12M2.5 5H5.5v6H2.5M13.5 5H10.5v6h3",
  duplicate: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  remove: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.7 9h5.6l.7-9",
  ripple: "M13.5 3v10M2.5 8h7M6.5 5L9.5 8l-3 3",
  text: "M3.5 5V3.5h9V5M8 3.5v9M6.5 12.5h3",
  effect: "M8 2.5v4M8 9.5v4M2.5 8h4M9.5 8h4",
  snap: "M4 3v5a4 4 0 0 0 8 0V3M4 5.5h2.5V3H4zM9.5 5.5H12V3H9.5z",
  earlier: "M8 12.5v-9M4.5 7L8 3.5 11.5 7",
  later: "M8 3.5v9M4.5 9L8 12.5 11.5 9",
  upload: "M8 10.5v-8M5 5.5l3-3 3 3M3 10.5v3h10v-3",
};
