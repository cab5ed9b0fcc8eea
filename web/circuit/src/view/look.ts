// Colours and fonts of the canvas, light and dark.

export interface Look {
  background: string;
  gridDots: string;
  ink: string;
  faint: string;
  accent: string;
  selection: string;
  warning: string;
  /** Wires and leads: by voltage between these, as CircuitJS1 shows it. */
  positive: string;
  negative: string;
  neutral: string;
  panel: string;
  panelInk: string;
  trace: readonly string[];
  font: string;
  mono: string;
}

const fonts = { font: "Inter, sans-serif", mono: "'JetBrains Mono', monospace" };

export const LIGHT: Look = {
  background: "#fbfbfa",
  gridDots: "#dfe1e6",
  ink: "#1f2430",
  faint: "#8a91a0",
  accent: "#2f6fed",
  selection: "#0aa3b8",
  warning: "#d92d20",
  positive: "#16a34a",
  negative: "#dc2626",
  neutral: "#6b7280",
  panel: "#ffffff",
  panelInk: "#1f2430",
  trace: ["#2f6fed", "#d97706", "#16a34a", "#b4238f"],
  ...fonts,
};

export const DARK: Look = {
  background: "#14171c",
  gridDots: "#2b303a",
  ink: "#e6e9ef",
  faint: "#7c8596",
  accent: "#6ea0ff",
  selection: "#35d0e4",
  warning: "#ff6b5e",
  positive: "#4ade80",
  negative: "#f87171",
  neutral: "#8b93a3",
  panel: "#1c2027",
  panelInk: "#e6e9ef",
  trace: ["#6ea0ff", "#fbbf24", "#4ade80", "#f08adf"],
  ...fonts,
};
