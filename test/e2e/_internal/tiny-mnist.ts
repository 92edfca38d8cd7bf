import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SIDE = 28;

/**
 * Writes a small data set in MNIST's format: class c is a bright bar at row 2 c + 4, of varying brightness.
 */
export function writeTinyMnist(directory: string, trainCount = 240, testCount = 60): void {
  mkdirSync(directory, { recursive: true });
  for (const [prefix, count] of [
    ["train", trainCount],
    ["t10k", testCount],
  ] as const) {
    const labels = Uint8Array.from({ length: count }, (_, i) => i % 10);
    const images = Uint8Array.from({ length: count * SIDE * SIDE }, (_, at) => pixel(at));
    writeFileSync(join(directory, `${prefix}-images-idx3-ubyte`), idx([count, SIDE, SIDE], images));
    writeFileSync(join(directory, `${prefix}-labels-idx1-ubyte`), idx([count], labels));
  }
}

function pixel(at: number): number {
  const image = Math.floor(at / (SIDE * SIDE));
  const row = Math.floor(at / SIDE) % SIDE;
  const bar = 2 * (image % 10) + 4;
  return row === bar || row === bar + 1 ? 155 + ((image * 37) % 100) : 0;
}

/** An IDX file of bytes. */
export function idx(sizes: readonly number[], values: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + 4 * sizes.length + values.length);
  bytes.set([0, 0, 8, sizes.length]);
  sizes.forEach((size, i) => {
    new DataView(bytes.buffer).setUint32(4 + 4 * i, size);
  });
  bytes.set(values, 4 + 4 * sizes.length);
  return bytes;
}
