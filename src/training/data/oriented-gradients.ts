import { checkOptions, wrongShape } from "../../validate.js";
import { type Shape, sizeOf } from "../layers/shape.js";
import { sharedBytes } from "./_internal/shared-bytes.js";
import type { Examples } from "./examples.js";

const ORIENTATIONS = 8;

/** Energy below which a cell's neighbourhood counts as flat, in squares of a step from 0 to 1. */
const FLAT = 0.5;

/** A cell that a pixel of a row or column votes for: where its votes begin, and with what weight. */
interface Share {
  readonly offset: number;
  readonly weight: number;
}

/**
 * Histograms of oriented gradients: what each picture's edges point to, cell by cell, in the place of its
 * pixels.
 *
 * A gradient (central differences, 0 outside the picture, summed over channels) is split into its parts along
 * the nearest two of eight directions, π/4 apart, which it votes for in the nearest two by two cells,
 * bilinearly. A cell's votes are divided by sqrt(E + 1/2), E the squares of all votes of its 3 x 3 cells;
 * then square roots are taken, and the picture's are scaled to mean square 1 (one without edges stays 0).
 * Each example is computed from itself alone, with no constant of any data set: no privacy is spent.
 *
 * Under privacy such features with a linear model learn faster than a network that has to find them in noisy
 * gradients.
 *
 * @param examples pictures, bytes or floats
 * @param options.cell side of a cell in pixels, a common divisor of height and width; default 4
 * @returns the same examples with inputs of height / cell x width / cell x 8
 * @throws DpError BAD_INPUT the cell does not divide the picture
 * @see Dalal, Triggs, "Histograms of oriented gradients for human detection", CVPR 2005
 * @see Tramer, Boneh, "Differentially private learning needs better features (or much more data)", ICLR 2021,
 *   arXiv:2011.11660
 * @example
 * const shape = { height: 4, width: 4, channels: 1 };
 * const edge = examplesFrom(Uint8Array.from({ length: 16 }, (_, i) => (i % 4 < 2 ? 0 : 255)), [1], { shape });
 * orientedGradients(edge).inputs.length; // 8
 */
export function orientedGradients(examples: Examples, options: { readonly cell?: number } = {}): Examples {
  const { cell = 4 } = checkOptions("orientedGradients", options);
  const { count, shape, inputs } = checkOptions("orientedGradients", examples, "examples");
  checkOptions("orientedGradients", shape, "examples.shape");
  if (!(Number.isInteger(cell) && cell > 0) || shape.height % cell !== 0 || shape.width % cell !== 0) {
    const allowed = `an integer that divides ${shape.height} and ${shape.width}`;
    throw wrongShape("orientedGradients: cell", cell, allowed);
  }
  const cells = { height: shape.height / cell, width: shape.width / cell, channels: ORIENTATIONS };
  const size = cells.height * cells.width * ORIENTATIONS;
  const result = new Float32Array(sharedBytes(4 * count * size).buffer);
  const rows = sharesOf(shape.height, cell, cells.width * ORIENTATIONS);
  const columns = sharesOf(shape.width, cell, ORIENTATIONS);
  const picture = new Float64Array(sizeOf(shape));
  const votes = new Float64Array(size);
  const unit = inputs instanceof Uint8Array ? 255 : 1;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < picture.length; k++) picture[k] = inputs[i * picture.length + k]! / unit;
    collectVotes(votes.fill(0), picture, shape, rows, columns);
    normalise(result.subarray(i * size, (i + 1) * size), votes, cells);
  }
  return Object.freeze({ ...examples, shape: cells, inputs: result });
}

/** The two cells around each pixel, by the distance of their centres; cells are `stride` votes apart. */
function sharesOf(length: number, cell: number, stride: number): Share[][] {
  return Array.from({ length }, (_, pixel) => {
    const place = (pixel + 0.5) / cell - 0.5;
    const first = Math.floor(place);
    const shares = [
      { offset: first * stride, weight: 1 - (place - first) },
      { offset: (first + 1) * stride, weight: place - first },
    ];
    return shares.filter(({ offset }) => offset >= 0 && offset < (length / cell) * stride);
  });
}

/** Adds the votes of every pixel's gradient. */
function collectVotes(
  votes: Float64Array,
  picture: Float64Array,
  { height, width, channels }: Shape,
  rows: readonly (readonly Share[])[],
  columns: readonly (readonly Share[])[],
): void {
  const at = (y: number, x: number, channel: number): number =>
    y < 0 || x < 0 || y >= height || x >= width ? 0 : picture[(y * width + x) * channels + channel]!;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let right = 0;
      let down = 0;
      for (let channel = 0; channel < channels; channel++) {
        right += at(y, x + 1, channel) - at(y, x - 1, channel);
        down += at(y + 1, x, channel) - at(y - 1, x, channel);
      }
      if (right === 0 && down === 0) continue;
      split(votes, right, down, rows[y]!, columns[x]!);
    }
  }
}

/**
 * A vector of lengths a and b, a >= b >= 0, along its axes has a - b along the larger one and b sqrt(2) along
 * the diagonal.
 */
function split(
  votes: Float64Array,
  right: number,
  down: number,
  rows: readonly Share[],
  columns: readonly Share[],
): void {
  const across = Math.abs(right);
  const along = Math.abs(down);
  const axis = across >= along ? (right > 0 ? 0 : 4) : down > 0 ? 2 : 6;
  const diagonal = down > 0 ? (right > 0 ? 1 : 3) : right > 0 ? 7 : 5;
  const onAxis = Math.abs(across - along);
  const onDiagonal = Math.SQRT2 * Math.min(across, along);
  for (const row of rows) {
    for (const column of columns) {
      const start = row.offset + column.offset;
      const weight = row.weight * column.weight;
      votes[start + axis]! += weight * onAxis;
      votes[start + diagonal]! += weight * onDiagonal;
    }
  }
}

function normalise(target: Float32Array, votes: Float64Array, { height, width }: Shape): void {
  let squares = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const scale = 1 / Math.sqrt(energyAround(votes, y, x, height, width) + FLAT);
      const start = (y * width + x) * ORIENTATIONS;
      for (let i = start; i < start + ORIENTATIONS; i++) {
        squares += votes[i]! * scale;
        target[i] = Math.sqrt(votes[i]! * scale);
      }
    }
  }
  const factor = squares > 0 ? Math.sqrt(target.length / squares) : 0;
  for (let i = 0; i < target.length; i++) target[i]! *= factor;
}

/** The sum of the squared votes of a cell and those around it. */
function energyAround(votes: Float64Array, y: number, x: number, height: number, width: number): number {
  let energy = 0;
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    const start = (row * width + Math.max(0, x - 1)) * ORIENTATIONS;
    const end = (row * width + Math.min(width - 1, x + 1) + 1) * ORIENTATIONS;
    for (let i = start; i < end; i++) energy += votes[i]! * votes[i]!;
  }
  return energy;
}
