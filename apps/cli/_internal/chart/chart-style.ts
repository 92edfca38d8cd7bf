/** Colours that stay apart for every kind of colour vision (after Okabe and Ito), each against its background. */
const LIGHT = {
  ink: "#1c2430",
  faint: "#d9dee6",
  lines: ["#0072b2", "#d55e00", "#00856a", "#aa4499", "#1c2430", "#b37700", "#4a9bd1", "#882255"],
};
const DARK: typeof LIGHT = {
  ink: "#e4e8ee",
  faint: "#3a4454",
  lines: ["#56b4e9", "#ff8f4a", "#3fd0a4", "#dd8fc0", "#e4e8ee", "#f0c24b", "#a9d8ff", "#ff9db0"],
};

/** The style sheet of a chart: it follows the reader's light or dark theme. */
export const CHART_STYLE: string = [
  ".chart{font:13px system-ui,sans-serif}",
  ".chart .title{font-weight:600;font-size:15px}",
  ".chart .line{fill:none;stroke-width:2.25;stroke-linecap:round;stroke-linejoin:round}",
  ".chart .dashed{stroke-dasharray:7 5}",
  ".chart .dotted{stroke-dasharray:1.5 5}",
  coloursOf(LIGHT),
  `@media(prefers-color-scheme:dark){${coloursOf(DARK)}}`,
].join("");

/** The class of the nth series' colour. */
export function colourOf(index: number): string {
  return `colour${index % LIGHT.lines.length}`;
}

function coloursOf({ ink, faint, lines }: typeof LIGHT): string {
  return [
    `.chart text{fill:${ink}}`,
    `.chart .grid{stroke:${faint}}`,
    ...lines.map(
      (colour, n) => `.chart .line.colour${n}{stroke:${colour}}.chart .mark.colour${n}{fill:${colour}}`,
    ),
  ].join("");
}
