import { type CheckpointTensor, countOf, isCompact } from "./checkpoint-tensor.js";

/** Numbers that are rearranged at once: they stay in a cache. */
const PIECE = 2 ** 18;

/** Reads numbers of a tensor, from number `from` of the file's on. */
export type ReadNumbers = (into: Float32Array, from: number) => Promise<void>;

/** Reads a tensor to its places among the weights; memory beyond them: 1 MiB. */
export async function readToPlaces(
  weights: Float32Array,
  tensor: CheckpointTensor,
  read: ReadNumbers,
): Promise<void> {
  const { shape, start, firstRow = 0 } = tensor;
  const skipped = firstRow * countOf(shape.slice(1));
  if (isCompact(tensor)) return read(weights.subarray(start, start + countOf(shape)), skipped);
  const length = shape.at(-1)!;
  const step = tensor.strides.at(-1)!;
  for (const { row, places } of piecesOf(tensor)) {
    const piece = new Float32Array(places.length * length);
    await read(piece, skipped + row * length);
    for (let i = 0; i < length; i++) {
      for (let r = 0; r < places.length; r++) weights[places[r]! + i * step] = piece[r * length + i]!;
    }
  }
}

/** Collects a tensor's numbers from their places. */
export function readFromPlaces(into: Float32Array, tensor: CheckpointTensor, weights: Float32Array): void {
  const length = tensor.shape.at(-1)!;
  const step = tensor.strides.at(-1)!;
  for (const { row, places } of piecesOf(tensor)) {
    for (let i = 0; i < length; i++) {
      for (let r = 0; r < places.length; r++) {
        into[(row + r) * length + i] = weights[places[r]! + i * step]!;
      }
    }
  }
}

/** Some rows along the last extent, one after the other, and the places where they begin. */
interface Piece {
  readonly row: number;
  readonly places: readonly number[];
}

function* piecesOf({ shape, strides, start }: CheckpointTensor): Generator<Piece> {
  const outer = shape.slice(0, -1);
  const rows = countOf(outer);
  const most = Math.max(1, Math.floor(PIECE / shape.at(-1)!));
  for (let row = 0; row < rows; row += most) {
    const places = Array.from({ length: Math.min(most, rows - row) }, (_, i) => {
      let rest = row + i;
      return outer.reduceRight((place, extent, axis) => {
        const index = rest % extent;
        rest = Math.floor(rest / extent);
        return place + index * strides[axis]!;
      }, start);
    });
    yield { row, places };
  }
}
