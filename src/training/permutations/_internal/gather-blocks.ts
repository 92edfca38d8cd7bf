import type { AxisBlocks } from "./blocks-of.js";

/** From so many numbers on, a run is copied as a whole. */
const LONG_RUN = 32;

/** Permutes every block of a tensor: place i of the axis gets what stood at order[i]. */
export function gatherBlocks(
  values: Float32Array | Float64Array,
  { starts, size, run }: AxisBlocks,
  order: Uint32Array,
): void {
  const before = new (values instanceof Float32Array ? Float32Array : Float64Array)(size * run);
  for (const start of starts) {
    before.set(values.subarray(start, start + size * run));
    if (run === 1) for (let i = 0; i < size; i++) values[start + i] = before[order[i]!]!;
    else if (run < LONG_RUN) gatherShortRuns(values, before, start, run, order);
    else gatherLongRuns(values, before, start, run, order);
  }
}

function gatherShortRuns(
  values: Float32Array | Float64Array,
  before: Float32Array | Float64Array,
  start: number,
  run: number,
  order: Uint32Array,
): void {
  for (let i = 0; i < order.length; i++) {
    for (let k = 0; k < run; k++) values[start + i * run + k] = before[order[i]! * run + k]!;
  }
}

function gatherLongRuns(
  values: Float32Array | Float64Array,
  before: Float32Array | Float64Array,
  start: number,
  run: number,
  order: Uint32Array,
): void {
  for (let i = 0; i < order.length; i++) {
    values.set(before.subarray(order[i]! * run, (order[i]! + 1) * run), start + i * run);
  }
}
