import type { Status } from "../privacy/index.js";
import type { Stroke } from "./line-chart.js";

/** How a figure's line is drawn: solid only where it is proven. */
export const STATUS_STROKE: Readonly<Record<Status, Stroke>> = {
  proven: "solid",
  conditional: "dashed",
  approximate: "dash-dotted",
  refuted: "dotted",
};
