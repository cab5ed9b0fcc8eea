// Pictures of buttons: the data of one path each, 16 × 16.

export const FLIGHT_ICONS = {
  minuteBack: "M4.5 4v8M11.5 4l-4.5 4 4.5 4",
  minuteForward: "M11.5 4v8M4.5 4l4.5 4-4.5 4",
  circle: "M8 3a5 5 0 1 0 0 10a5 5 0 1 0 0-10M8 1v4M8 11v4M1 8h4M11 8h4",
  trails: "M2 13c3 0 3-4 6-4s3-4 6-5M10.5 3.5l3.5.5-1 3.5",
  labels: "M2.5 4.5h7l4 3.5-4 3.5h-7z",
  theme: "M12.5 9.5A5 5 0 1 1 6.5 3.5a4 4 0 0 0 6 6z",
  keys: "M2 5h12v6.5H2zM4.5 7.3h.1M7 7.3h.1M9.3 7.3h.1M11.5 7.3h.1M5.5 9.4h5",
  home: "M2.5 8L8 3l5.5 5M4 7v6h8V7",
};
