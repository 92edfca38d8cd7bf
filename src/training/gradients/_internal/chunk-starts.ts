import { CHUNK } from "./gradient-task.js";

/**
 * Where the chunks of a batch start, in ascending indices of `records` records: a range of records is halved
 * until at most CHUNK of them are in the batch.
 *
 * The ranges are the same for all batches. So a batch with one more record has the same chunks, but for one,
 * which has that record too, or is two of which one has it. Repeats of one record are cut by their place.
 */
export function chunkStarts(indices: Uint32Array, records: number): Uint32Array {
  const starts: number[] = [];
  const visit = (first: number, end: number, low: number, width: number): void => {
    if (end - first > CHUNK && width > 1) {
      const half = width / 2;
      const middle = placeOf(indices, low + half, first, end);
      visit(first, middle, low, half);
      visit(middle, end, low + half, half);
    } else for (let start = first; start < end; start += CHUNK) starts.push(start);
  };
  visit(0, indices.length, 0, 2 ** Math.ceil(Math.log2(Math.max(1, records))));
  return Uint32Array.from(starts);
}

/** The first place between two whose index is at least `bound`. */
function placeOf(indices: Uint32Array, bound: number, first: number, end: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (indices[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
