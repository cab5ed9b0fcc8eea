// The map's colours, light and dark.

export interface Palette {
  sea: string;
  land: string;
  coast: string;
  border: string;
  countryName: string;
  airport: string;
  airportName: string;
  /** Around names, so that they can be read over lines. */
  halo: string;
  aircraft: string;
  aircraftEdge: string;
  ground: string;
  selected: string;
  trail: string;
  trails: string;
  circle: string;
  circleArea: string;
  label: string;
}

const LIGHT: Palette = {
  sea: "#d5e3ee",
  land: "#f6f4ef",
  coast: "#8fa9bd",
  border: "#b3a89b",
  countryName: "#8b8377",
  airport: "#4f6b84",
  airportName: "#3f5870",
  halo: "#f6f4efdd",
  aircraft: "#f2b705",
  aircraftEdge: "#4a3500",
  ground: "#9aa3ad",
  selected: "#d4260f",
  trail: "#d4260f",
  trails: "#8a6400b0",
  circle: "#2f6fed",
  circleArea: "#2f6fed14",
  label: "#2b2412",
};

const DARK: Palette = {
  sea: "#10161d",
  land: "#1e252d",
  coast: "#41566a",
  border: "#4d5257",
  countryName: "#7d858e",
  airport: "#7f9db8",
  airportName: "#9db6cc",
  halo: "#141a20dd",
  aircraft: "#ffd23f",
  aircraftEdge: "#1a1200",
  ground: "#7d868f",
  selected: "#ff6b57",
  trail: "#ff6b57",
  trails: "#ffd23f88",
  circle: "#6ea0ff",
  circleArea: "#6ea0ff1c",
  label: "#f3ead0",
};

export function paletteOf(isDark: boolean): Palette {
  return isDark ? DARK : LIGHT;
}
