import { ROUNDING } from "../../numerics/rounding.js";
import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";

/** The laws of one report over finitely many cells. */
export interface CellLaws {
  readonly others: Float64Array;
  /** Of the changed user, under P and under Q. */
  readonly changed: readonly [Float64Array, Float64Array];
  /** Of dummies, where there are some. */
  readonly dummies?: Float64Array;
  /** Of each cell about the difference of the changed user's two likelihoods over the others'. */
  readonly ratio: Float64Array;
  /** Of the masses, relatively. */
  readonly massError: number;
}

/**
 * Scores in a standard deviation of the score near its mean. Valid at any number, as all scores are: half as
 * many move a lower end by less than 0.05 %, twice as many by 0.01 %; of a channel with impossible reports
 * both raise one, by 1 % and by 0.4 %.
 */
const FINE = 16;
/**
 * About as many scores as sums have bins, where no several of them share one. Valid at any number: twice or
 * half as many change no lower end.
 */
const MAX_SCORES = 2 ** 12;

/**
 * The scores that tell most where many reports hide one: the ratio of each cell, rounded, and compressed
 * where one report stands out of the sum of all. Any scores are valid.
 */
export function likelihoodScores(
  { others, changed, dummies, ratio, massError }: CellLaws,
  copies: number,
): ReportScores {
  // Of other cells nobody expects a report.
  const expected = ratio.filter((_, i) => Math.max(1, copies) * others[i]! >= 1e-6);
  // Where all of the others' reports have one score, the changed user's set the scale.
  const least = Math.min(...expected);
  const most = Math.max(...expected);
  const isSpread = most - least > ROUNDING.sum * Math.max(Math.abs(least), Math.abs(most));
  const typical = isSpread ? others : changed[0].map((mass, i) => (mass + changed[1][i]!) / 2);
  const scale = compressionOf(ratio, typical, copies);
  const scores = ratio.map((each) => scale * Math.asinh(each / scale));
  const pitch = pitchOf(scores, stdDevOf(scores, typical), copies);
  const rounded = scores.map((each) => roundedScore(each / pitch));
  const lawOf = (masses: Float64Array): ScoreLaw =>
    scoreLaw(Array.from(rounded, (score, i) => [score, masses[i]!] as const));
  return {
    others: lawOf(others),
    changed: [lawOf(changed[0]), lawOf(changed[1])],
    ...(dummies !== undefined && { dummy: lawOf(dummies) }),
    massError,
  };
}

/** The distance of neighbouring scores. */
function pitchOf(scores: Float64Array, stdDev: number, copies: number): number {
  const fine = stdDev / FINE;
  const span = scores.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  // Where few reports stand out of the rest, the sum's law is not smooth: each score must be a bin.
  const isSmooth = span / fine / MAX_SCORES < Math.sqrt(copies) / 4;
  return isSmooth ? fine : Math.max(fine, span / MAX_SCORES);
}

/**
 * About the standard deviation of the sum of the compressed scores, if not all are alike: what is far below
 * it adds up as it is.
 */
function compressionOf(ratio: Float64Array, masses: Float64Array, copies: number): number {
  let scale = Math.sqrt(copies + 1);
  // The scale beyond which scores are compressed is improved six times.
  for (let i = 0; i < 6; i++) {
    const given = scale;
    const compressed = ratio.map((each) => given * Math.asinh(each / given));
    scale = Math.sqrt(copies + 1) * stdDevOf(compressed, masses);
    if (!(scale > 0)) return given;
  }
  return scale;
}

function stdDevOf(values: Float64Array, masses: Float64Array): number {
  const mean = values.reduce((sum, each, i) => sum + each * masses[i]!, 0);
  return Math.sqrt(values.reduce((sum, each, i) => sum + (each - mean) ** 2 * masses[i]!, 0));
}

/** The nearest integer, of few binary digits. */
function roundedScore(score: number): number {
  const grain = 2 ** Math.max(0, Math.floor(Math.log2(Math.abs(score) / 2 ** 7)) + 1);
  return grain * Math.round(score / grain);
}
