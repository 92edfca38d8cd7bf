import { normalInterval } from "../../numerics/normal-interval.js";
import { likelihoodScores } from "./likelihood-scores.js";
import type { ReportScores } from "./report-scores.js";

/** Where a Gaussian report is centred, in standard deviations of the noise, along one direction. */
export interface GaussianCohort {
  /** The changed record. */
  readonly record: number;
  /** What it is replaced by. */
  readonly replacement: number;
  /** How many others there are, all at 0. */
  readonly copies: number;
}

/**
 * Cells of the report, over 9 standard deviations around each centre. Valid at any number, as merging
 * outcomes is post-processing: half as many lower a lower end by less than 3e-5 of itself, twice as many
 * raise one by less than 2e-6.
 */
const CELLS = 4000;

/** The scores of Gaussian reports, seen through cells. */
export function gaussianScores({ record, replacement, copies }: GaussianCohort): ReportScores {
  const edges = edgesOf(Math.min(0, record, replacement) - 9, Math.max(0, record, replacement) + 9);
  const ratio = Float64Array.from({ length: CELLS }, (_, i) => {
    const g = (edges[i]! + edges[i + 1]!) / 2;
    return excess(record, g) - excess(replacement, g);
  });
  const [others, one, other] = [0, record, replacement].map((centre) => cellMasses(edges, centre)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  // Differences of error functions err by 2^-42 of the masses of cells.
  return likelihoodScores({ others, changed: [one, other], ratio, massError: 2 ** -42 }, copies);
}

/** The cells' ends; the outermost ones reach to infinity. */
function edgesOf(from: number, to: number): Float64Array {
  return Float64Array.from({ length: CELLS + 1 }, (_, i) => from + ((to - from) * i) / CELLS);
}

function cellMasses(edges: Float64Array, centre: number): Float64Array {
  return Float64Array.from({ length: CELLS }, (_, i) =>
    normalInterval(
      i === 0 ? -Infinity : edges[i]! - centre,
      i === CELLS - 1 ? Infinity : edges[i + 1]! - centre,
    ),
  );
}

/** N(centre, 1) over N(0, 1) at g, less one. */
function excess(centre: number, g: number): number {
  return Math.expm1(centre * (g - centre / 2));
}
