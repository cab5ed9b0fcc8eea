// Line pictures of this application, beside those of the kit.

export const CATEGORY_ICONS: Readonly<Record<string, string>> = {
  Triggers: "M9 2L4 9h4l-1 5 5-7H8z",
  "Flow control & branching": "M4 3v4a3 3 0 0 0 3 3h5M9.5 7.5L12 10l-2.5 2.5M4 7v6",
  "Data shaping": "M3 3.5h10v9H3zM3 6.5h10M7 6.5v6",
  "APIs & connectivity": "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11M2.5 8h11M8 2.5c-3 3-3 8 0 11M8 2.5c3 3 3 8 0 11",
  "Security & system": "M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z",
  AI: "M8 2.5l1.4 3.6L13 7.5 9.4 8.9 8 12.5 6.6 8.9 3 7.5l3.6-1.4zM13 11v3M11.5 12.5h3",
};

export const LIST_ICON = "M2.5 4h11M2.5 8h11M2.5 12h11";
export const CLOSE_ICON = "M4 4l8 8M12 4l-8 8";
export const REMOVE_ICON = "M3.5 4.5h9M6.5 4.5v-1h3v1M5 4.5l.6 8h4.8l.6-8";
export const LAYOUT_ICON = "M2.5 5.5h4v5h-4zM9.5 2.5h4v4h-4zM9.5 9.5h4v4h-4zM6.5 8h1.5M8 8V4.5h1.5M8 8v3.5h1.5";
export const THEME_ICON = "M12.5 9.5A5 5 0 0 1 6.5 3.5a5 5 0 1 0 6 6z";
