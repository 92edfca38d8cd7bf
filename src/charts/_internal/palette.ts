import type { SymbolType } from "@observablehq/plot";

export interface Palette {
  readonly page: string;
  readonly ink: string;
  readonly grid: string;
  /** Apart from each other for every kind of colour vision, and from the page. */
  readonly series: readonly string[];
}

export const LIGHT: Palette = {
  page: "#ffffff",
  ink: "#1b2330",
  grid: "#dfe3ea",
  series: ["#0061a8", "#de4700", "#068e58", "#c7729b", "#1c2430", "#853352", "#5786f4"],
};

export const DARK: Palette = {
  page: "#1a202a",
  ink: "#e6eaf0",
  grid: "#343d4b",
  series: ["#2b8aff", "#d55c12", "#2d7e96", "#fe8c8e", "#e4e8ee", "#ffcd23", "#a7b8ff"],
};

/** Their number shares no factor with that of the colours, so that 42 series differ. */
const SYMBOLS = ["circle", "square", "triangle", "diamond", "cross", "star"] as const;

/** Colour and mark of the nth series. */
export function lookOf(index: number): { readonly colour: string; readonly symbol: SymbolType } {
  return {
    colour: LIGHT.series[index % LIGHT.series.length]!,
    symbol: SYMBOLS[index % SYMBOLS.length]!,
  };
}

/** For readers of dark pages; on paper every chart is light. */
export const DARK_STYLE: string = `@media screen and (prefers-color-scheme:dark){.chart{color:${DARK.ink}}${[
  [LIGHT.page, DARK.page],
  [LIGHT.grid, DARK.grid],
  ...LIGHT.series.map((colour, n) => [colour, DARK.series[n]]),
]
  .map(([light, dark]) => `.chart [fill="${light}"]{fill:${dark}}.chart [stroke="${light}"]{stroke:${dark}}`)
  .join("")}}`;
