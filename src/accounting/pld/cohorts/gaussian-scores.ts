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
const CELLS = 4000;
const REACH = 9;
/** Scores in a standard deviation of the score near its mean. */
const FINE = 16;
/** Beyond so many, scores are rounded to seven binary digits. */
const FINEST = 2 ** 7;
/** Differences of error functions, relative to the masses of cells. */
const MASS_ERROR = 2 ** -42;
/** About as many scores as sums have bins, where no several of them share one. */
const MOST_SCORES = 2 ** 12;
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
  const pitch = pitchOf(scores, stdDevOf(scores, at0), copies);
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

/** The distance of neighbouring scores. */
function pitchOf(scores: Float64Array, stdDev: number, copies: number): number {
  const fine = stdDev / FINE;
  const span = scores.reduce((most, each) => Math.max(most, each), 0);
  // Where few reports stand out of the rest, the sum's law is not smooth: each score must be a bin.
  const isSmooth = span / fine / MOST_SCORES < Math.sqrt(copies) / 4;
  return isSmooth ? fine : Math.max(fine, span / MOST_SCORES);
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

/** The nearest integer, of few binary digits. */
function roundedScore(score: number): number {
  const grain = 2 ** Math.max(0, Math.floor(Math.log2(Math.abs(score) / FINEST)) + 1);
  return grain * Math.round(score / grain);
}
