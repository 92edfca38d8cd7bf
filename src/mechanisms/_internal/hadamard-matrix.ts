import { hadamardSign } from "./walsh-hadamard.js";

/** Squares modulo 11, but for 0. */
const SQUARES: ReadonlySet<number> = new Set([1, 3, 4, 5, 9]);

/** A Hadamard matrix of an order that {@link hadamardOrder} returns: entries ±1, orthogonal rows. */
export function hadamardMatrix(order: number): readonly Float64Array[] {
  const base = order % 12 === 0 ? 12 : 1;
  return Array.from({ length: order }, (_, row) =>
    Float64Array.from({ length: order }, (_, column) => {
      const outer = hadamardSign(Math.floor(row / base), Math.floor(column / base));
      return base === 1 ? outer : outer * paleySign(row % base, column % base);
    }),
  );
}

/**
 * Paley's matrix of order 12: the identity and a skew matrix of quadratic residues, with a border of ones.
 */
function paleySign(row: number, column: number): 1 | -1 {
  if (row === column || row === 0) return 1;
  if (column === 0) return -1;
  return SQUARES.has((row - column + 11) % 11) ? 1 : -1;
}
