import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { SortedScores } from "../_internal/sorted-scores.js";
import type { Scores } from "../scores.js";
import { probabilityAtMost } from "./clopper-pearson.js";

/** Thresholds of a band, at most. */
const POINTS = 200;

/** The errors of the attack that says `true` from one threshold on. */
export interface TradeOffPoint {
  /** `true` is said of scores from here on. */
  readonly threshold: number;
  /** Type I: `true` is said although the secret is `false`. */
  readonly typeOne: { readonly estimate: number; readonly upper: number };
  /** Type II: `false` is said although the secret is `true`. */
  readonly typeTwo: { readonly estimate: number; readonly upper: number };
}

/**
 * The trade-off curve of the scores' thresholds, with upper bounds of both errors that hold at all thresholds
 * at once.
 *
 * Each error's bound is the smaller of the empirical rate + sqrt(log(1/a)/(2 n)) (Dvoretzky-Kiefer-Wolfowitz,
 * with Massart's constant) and the Clopper-Pearson bound of the next count of the list 0, 1, 2, 4, 8, ... at
 * a / (length of the list); a = (1 - confidence)/4. Guarantee: with the stated confidence the errors are at
 * most `upper` at every threshold, whatever the mechanism and the attack are. Assumes: independent plays.
 *
 * @param options.confidence that all bounds are true, (0, 1)
 * @returns by falling threshold, 200 points at most
 * @throws DpError OUT_OF_RANGE the confidence is outside its range, or there are no scores; BAD_INPUT the
 *   scores are none
 * @example
 * const scores = { absent: Float64Array.of(0, 1, 2), present: Float64Array.of(1, 2, 3) };
 * tradeOffBand(scores, { confidence: 0.9 }).map(({ threshold }) => threshold); // [3, 2, 1, 0]
 * @see Massart, "The Tight Constant in the Dvoretzky-Kiefer-Wolfowitz Inequality", 1990;
 *   docs/theorems/audit-trade-off.md
 */
export function tradeOffBand(scores: Scores, options: { readonly confidence: number }): TradeOffPoint[] {
  const name = "tradeOffBand";
  const { confidence } = checkOptions(name, options);
  return bandAtError(scores, 1 - checkNumber(`${name}: confidence`, confidence, RANGES.openProbability));
}

/** As {@link tradeOffBand}, at a probability of error. */
export function bandAtError(scores: Scores, error: number): TradeOffPoint[] {
  const name = "tradeOffBand";
  const sorted = new SortedScores(name, scores);
  for (const secret of ["absent", "present"] as const)
    checkNumber(`${name}: scores.${secret}.length`, sorted[secret], { min: 1, integer: true });
  const typeOne = new SimultaneousBound(sorted.absent, error / 4);
  const typeTwo = new SimultaneousBound(sorted.present, error / 4);
  return cutsOf(sorted).map(({ from, absent, present }) => ({
    threshold: from,
    typeOne: { estimate: absent / sorted.absent, upper: typeOne.upper(absent) },
    typeTwo: {
      estimate: 1 - present / sorted.present,
      upper: typeTwo.upper(sorted.present - present),
    },
  }));
}

/** At ranks that are dense at both ends. */
function cutsOf(sorted: SortedScores): ReturnType<SortedScores["cut"]>[] {
  const half = sorted.count / 2;
  const steps = POINTS / 2;
  const ranks = Array.from({ length: steps }, (_, i) => half ** (i / (steps - 1)));
  const sizes = [...ranks, ...ranks.map((rank) => sorted.count - rank + 1).reverse()];
  const cuts = sizes.map((size) => sorted.cut(Math.max(1, Math.floor(size))));
  return cuts.filter(({ from }, index) => index === 0 || from < cuts[index - 1]!.from);
}

/** Upper bounds of P(score beyond t) from the count beyond t, for all t at once. */
class SimultaneousBound {
  readonly #trials: number;
  readonly #deviation: number;
  /** Ascending counts with their bounds. */
  readonly #table: readonly { readonly count: number; readonly bound: number }[];

  constructor(trials: number, error: number) {
    this.#trials = trials;
    this.#deviation = Math.sqrt(Math.log(1 / error) / (2 * trials));
    const counts = [0];
    for (let count = 1; count < trials; count *= 2) counts.push(count);
    this.#table = counts.map((count) => ({
      count,
      bound: probabilityAtMost(count, trials, error / counts.length),
    }));
  }

  upper(count: number): number {
    const next = this.#table.find((entry) => entry.count >= count);
    return Math.min(1, count / this.#trials + this.#deviation, next?.bound ?? 1);
  }
}
