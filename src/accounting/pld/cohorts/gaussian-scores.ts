import { normalInterval } from "../../../numerics/normal-interval.js";
import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";

/** Where a Gaussian report is centred, in standard deviations of the noise, along one direction. */
export interface GaussianCohort {
  /** The changed record. */
  readonly record: number;
  /** What it is replaced by. */
  readonly replacement: number;
  /** How many others there are, all at 0. */
  readonly copies: number;
}

/** Cells of the report, and standard deviations around each centre that they cover. */
const CELLS = 6000;
const REACH = 9;
/** Scores in a standard deviation of the score near its mean, and beyond how many of these they are eight times as far apart. */
const FINE = 16;
const NEAR = 6;
const COARSE = 8;
/** Differences of error functions, relative to the masses of cells. */
const MASS_ERROR = 2 ** -42;
/** Times that the scale beyond which scores are compressed is improved. */
const IMPROVEMENTS = 6;

/**
 * The scores of Gaussian reports: the difference of the likelihoods of record and replacement over the likelihood at 0, which is the best
 * score where many reports hide one, rounded, and compressed where one report stands out of the sum of all.
 */
export function gaussianScores({ record, replacement, copies }: GaussianCohort): ReportScores {
  const edges = edgesOf(Math.min(0, record, replacement) - REACH, Math.max(0, record, replacement) + REACH);
  const raw = Float64Array.from({ length: CELLS }, (_, i) => {
    const g = (edges[i]! + edges[i + 1]!) / 2;
    return excess(record, g) - excess(replacement, g);
  });
  const at0 = cellMasses(edges, 0);
  const scale = compressionOf(raw, at0, copies);
  const scores = raw.map((each) => scale * Math.asinh(each / scale));
  const pitch = stdDevOf(scores, at0) / FINE;
  const rounded = scores.map((each) => roundedScore(each / pitch));
  const lawAt = (centre: number): ScoreLaw => {
    const masses = centre === 0 ? at0 : cellMasses(edges, centre);
    return scoreLaw(Array.from(rounded, (score, i) => [score, masses[i]!] as const));
  };
  return { others: lawAt(0), changed: [lawAt(record), lawAt(replacement)], massError: MASS_ERROR };
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

/** About the standard deviation of the sum of the compressed scores: what is far below it adds up as it is. */
function compressionOf(raw: Float64Array, masses: Float64Array, copies: number): number {
  let scale = Math.sqrt(copies + 1);
  for (let i = 0; i < IMPROVEMENTS; i++) {
    const given = scale;
    scale =
      Math.sqrt(copies + 1) *
      stdDevOf(
        raw.map((each) => given * Math.asinh(each / given)),
        masses,
      );
  }
  return scale;
}

function stdDevOf(values: Float64Array, masses: Float64Array): number {
  const mean = values.reduce((sum, each, i) => sum + each * masses[i]!, 0);
  return Math.sqrt(values.reduce((sum, each, i) => sum + (each - mean) ** 2 * masses[i]!, 0));
}

/** The nearest integer, or multiple of COARSE far from 0. */
function roundedScore(score: number): number {
  const grain = Math.abs(score) > NEAR * FINE ? COARSE : 1;
  return grain * Math.round(score / grain);
}
