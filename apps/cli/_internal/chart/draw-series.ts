import { colourOf } from "./chart-style.js";

/** `marks` draws the points alone, e.g. figures read off a table. */
export type Stroke = "solid" | "dashed" | "dotted" | "marks";

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Paths around (0, 0): circle, square, triangle, diamond, cross. Their number shares no factor with that of the colours. */
const SHAPES = [
  "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z",
  "m-3.2 -3.2h6.4v6.4h-6.4z",
  "m0 -4.4l4.2 7.4h-8.4z",
  "m0 -4.6l4.6 4.6l-4.6 4.6l-4.6 -4.6z",
  "m-1.3 -4.2h2.6v2.9h2.9v2.6h-2.9v2.9h-2.6v-2.9h-2.9v-2.6h2.9z",
];
/** Marks on a line, so that it can be told without its colour. */
const MARKS = 6;

/** A line with its marks. */
export function drawSeries(positions: readonly Position[], stroke: Stroke, index: number): string {
  if (stroke === "marks") return positions.map((each) => mark(each, index)).join("");
  const corners = positions.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const line = `<polyline points="${corners}" class="line ${stroke} ${colourOf(index)}"/>`;
  return (
    line +
    spread(positions, index)
      .map((each) => mark(each, index))
      .join("")
  );
}

/** What stands for a series in the legend, 36 wide. */
export function drawSample({ x, y }: Position, stroke: Stroke, index: number): string {
  const middle = mark({ x: x + 18, y }, index);
  if (stroke === "marks") return middle;
  return `<path d="M${x} ${y}h36" class="line ${stroke} ${colourOf(index)}"/>${middle}`;
}

/** Some of the positions, spread evenly, those of each series elsewhere. */
function spread(positions: readonly Position[], index: number): Position[] {
  if (positions.length <= MARKS) return [...positions];
  const step = positions.length / MARKS;
  const shift = ((index * 0.37) % 1) * step;
  return Array.from({ length: MARKS }, (_, i) => positions[Math.floor(shift + i * step)]!);
}

function mark({ x, y }: Position, index: number): string {
  const shape = SHAPES[index % SHAPES.length]!;
  return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}${shape}" class="mark ${colourOf(index)}"/>`;
}
