import { ROUNDING, roundedDown } from "../../../../numerics/rounding.js";
/** Two inputs' reports over the blanket of all inputs, b(y) = min over inputs of R(y). */
export interface BlanketPair {
  /**
   * Reports that the blanket can make: its mass b(y), rounded down, and both inputs' probabilities of them.
   */
  readonly blanket: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Both inputs' probabilities of the other reports. */
  readonly revealed: readonly (readonly [before: number, after: number])[];
}

export type Matrix = readonly (readonly number[])[];

/**
 * A report hides where it is at most this often likelier than the blanket makes it, for each user, and where
 * the blanket makes it at least as often as MIN_MASS. Valid at any two, as others are revealed: half or
 * twice of either changes no epsilon.
 */
const MAX_RATIO = 1000;
const MIN_MASS = 1e-13;

/** Numbers with this many equal digits count as equal: contributions are rounded up by more. */
const DIGITS = 14;

/** All ordered pairs of inputs whose reports differ, those of the same numbers once. */
export function blanketPairs(matrix: Matrix, users: number): readonly BlanketPair[] {
  const rows = matrix.map((row) => {
    const sum = row.reduce((total, each) => total + each, 0);
    return row.map((each) => each / sum);
  });
  const blanket = rows[0]!.map((_, report) =>
    roundedDown(Math.min(...rows.map((row) => row[report]!)), ROUNDING.sum),
  );
  const found = new Map<string, BlanketPair>();
  for (const [x, before] of rows.entries()) {
    for (const [y, after] of rows.entries()) {
      if (x === y || before.every((mass, report) => mass === after[report])) continue;
      const columns = blanket.map((mass, report) => [mass, before[report]!, after[report]!] as const);
      const pair = blanketPair(columns, users);
      found.set(keyOf(pair), pair);
    }
  }
  return [...found.values()];
}

/** Of a report: its mass in the blanket, rounded down, and both inputs' probabilities of it. */
export type Column = readonly [blanket: number, before: number, after: number];

/** The pair of some reports, of which the blanket hides those that it makes often enough. */
export function blanketPair(columns: readonly Column[], users: number): BlanketPair {
  const hides = ([mass, p, q]: Column): boolean =>
    mass >= MIN_MASS && Math.max(p, q) <= MAX_RATIO * users * mass;
  const hiding = columns.filter(hides);
  const column = (i: 0 | 1 | 2): Float64Array => Float64Array.from(hiding, (each) => each[i]);
  return {
    blanket: column(0),
    before: column(1),
    after: column(2),
    revealed: columns.filter((each) => !hides(each)).map(([, p, q]) => [p, q] as const),
  };
}

/** Equal where the columns are, in any order. */
function keyOf({ blanket, before, after, revealed }: BlanketPair): string {
  const hiding = Array.from(blanket, (mass, i) => [mass, before[i]!, after[i]!]);
  return [hiding, revealed].map(keyOfColumns).join(" | ");
}

function keyOfColumns(columns: readonly (readonly number[])[]): string {
  return columns
    .map((column) => column.map((each) => each.toPrecision(DIGITS)).join())
    .sort()
    .join(" ");
}
