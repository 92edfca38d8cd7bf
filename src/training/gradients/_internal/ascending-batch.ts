/** A batch, with its rows of joins where there are some. */
export interface Batch {
  readonly indices: Uint32Array;
  readonly joins: Uint8Array | undefined;
}

/** A batch in the order of its records, each with its row of joins. */
export function ascendingBatch(indices: Uint32Array, joins: Uint8Array | undefined): Batch {
  if (indices.every((index, place) => place === 0 || indices[place - 1]! <= index)) return { indices, joins };
  if (joins === undefined) return { indices: indices.slice().sort(), joins };
  const size = joins.length / indices.length;
  const order = Uint32Array.from(indices.keys()).sort((a, b) => indices[a]! - indices[b]! || a - b);
  const sorted = new Uint8Array(joins.length);
  for (const [place, from] of order.entries())
    sorted.set(joins.subarray(from * size, (from + 1) * size), place * size);
  return { indices: order.map((from) => indices[from]!), joins: sorted };
}
