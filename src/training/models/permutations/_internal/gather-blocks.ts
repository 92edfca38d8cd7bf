import type { AxisBlocks } from "./blocks-of.js";

type Vector = Float32Array | Float64Array;

/** A run of at least this length is moved as a whole. */
const LONG_RUN = 32;

/** Permutes every block of a tensor: place i of the axis gets what stood at order[i]. */
export function gatherBlocks(values: Vector, { starts, size, run }: AxisBlocks, order: Uint32Array): void {
  if (run >= LONG_RUN) {
    for (const start of starts) moveRuns(values, start, run, order);
    return;
  }
  const before = values.slice(0, size * run);
  for (const start of starts) {
    before.set(values.subarray(start, start + size * run));
    if (run === 1) gatherNumbers(values, before, start, order);
    else gatherRuns(values, before, start, run, order);
  }
}

function gatherNumbers(values: Vector, before: Vector, start: number, order: Uint32Array): void {
  for (let i = 0; i < order.length; i++) values[start + i] = before[order[i]!]!;
}

function gatherRuns(values: Vector, before: Vector, start: number, run: number, order: Uint32Array): void {
  for (let i = 0; i < order.length; i++) {
    for (let k = 0; k < run; k++) values[start + i * run + k] = before[order[i]! * run + k]!;
  }
}

/** Cycle by cycle, so that one run at a time is kept aside. */
function moveRuns(values: Vector, start: number, run: number, order: Uint32Array): void {
  const isDone = new Uint8Array(order.length);
  for (let first = 0; first < order.length; first++) {
    if (isDone[first] || order[first] === first) continue;
    const aside = values.slice(start + first * run, start + (first + 1) * run);
    let place = first;
    for (let from = order[place]!; from !== first; from = order[place]!) {
      values.copyWithin(start + place * run, start + from * run, start + (from + 1) * run);
      isDone[place] = 1;
      place = from;
    }
    values.set(aside, start + place * run);
    isDone[place] = 1;
  }
}
