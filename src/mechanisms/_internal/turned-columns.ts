import { hadamardMatrix } from "./hadamard-matrix.js";

/** Orthonormal combinations of columns: random signs, then a Hadamard matrix. */
export function rotationBy(signs: Float64Array, order: number): Float64Array[] {
  const scale = 1 / Math.sqrt(order);
  return hadamardMatrix(order).map((row) => signs.map((sign, column) => sign * row[column]! * scale));
}

/** A matrix of rows with signs, of whose columns combinations are made. */
interface Turn {
  readonly rowSigns: Readonly<Float64Array>;
  readonly columnRotation: readonly Readonly<Float64Array>[];
  readonly rows: number;
}

/** Writes the rows of a matrix with their signs, each as the combinations of its entries. */
export function turnColumns(
  target: Float64Array,
  matrix: ArrayLike<number>,
  { rowSigns, columnRotation, rows }: Turn,
): void {
  const order = columnRotation.length;
  const columns = matrix.length / rows;
  for (let row = 0; row < rows; row++) {
    for (const [place, weights] of columnRotation.entries()) {
      let sum = 0;
      for (let column = 0; column < columns; column++)
        sum += weights[column]! * matrix[row * columns + column]!;
      target[row * order + place] = rowSigns[row]! * sum;
    }
  }
}

/** The matrix that {@link turnColumns} makes this one of, or, where it makes none of it, the closest. */
export function turnColumnsBack(
  turned: Float64Array,
  { rowSigns, columnRotation, rows }: Turn,
): Float64Array {
  const order = columnRotation.length;
  const columns = columnRotation[0]!.length;
  const matrix = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (const [place, weights] of columnRotation.entries()) {
      const entry = rowSigns[row]! * turned[row * order + place]!;
      for (let column = 0; column < columns; column++)
        matrix[row * columns + column]! += weights[column]! * entry;
    }
  }
  return matrix;
}

/** Entries of a block: column o of class `index` - o, for all o. */
export function takeDiagonal(
  turned: Float64Array,
  index: number,
  blocks: number,
  order: number,
): Float64Array {
  const length = turned.length / blocks;
  return Float64Array.from({ length }, (_, i) => turned[classOf(index, i % order, blocks) * length + i]!);
}

/** Writes them back. */
export function putDiagonal(
  turned: Float64Array,
  index: number,
  block: ArrayLike<number>,
  blocks: number,
  order: number,
): void {
  const { length } = block;
  for (let i = 0; i < length; i++) turned[classOf(index, i % order, blocks) * length + i] = block[i]!;
}

/** Of a block's entries in a column. */
function classOf(block: number, column: number, blocks: number): number {
  return (block - (column % blocks) + blocks) % blocks;
}
