/** Charts as SVG. Takes long to load: import it where something is drawn. */
export { drawIntervalChart } from "./draw-interval-chart.js";
export { drawLineChart } from "./draw-line-chart.js";
