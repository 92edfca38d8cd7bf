import type { Guarantee } from "../../../privacy/index.js";
import type { LowerBound } from "../../estimators/guess-bound.js";
import { oneRunCurveBound } from "../../estimators/one-run-curve-bound.js";
import type { OneRunReport } from "../one-run-report.js";
import type { CheckedOneRun } from "./check-one-run.js";

/** Guesses by rank of the scores, held against the coins. */
export function reportOneRun(run: CheckedOneRun, coins: Uint8Array, scores: Float64Array): OneRunReport {
  const { canaries, guessed, claim, delta, confidence } = run;
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const half = guessed / 2;
  const right = (indices: readonly number[], coin: 0 | 1): number =>
    indices.filter((index) => coins[index] === coin).length;
  const correct = right(order.slice(0, half), 1) + right(order.slice(canaries - half), 0);
  const guesses = { correct, wrong: guessed - correct, canaries };
  const bound = oneRunCurveBound(guesses, { delta, confidence });
  const guarantee = guaranteeOf(run, bound);
  return {
    verdict: claim !== undefined && bound.epsilon > claim ? "refuted" : "not refuted",
    claim,
    guarantee,
    others:
      delta === 0
        ? []
        : [ifGaussian(guarantee, oneRunCurveBound(guesses, { delta, confidence, form: "gaussian" }))],
    guesses,
  };
}

function guaranteeOf({ isReplaced, delta, confidence }: CheckedOneRun, bound: LowerBound): Guarantee {
  return {
    side: "lower",
    status: "proven",
    assumptions: ["independent-coins"],
    method: "audit",
    source: "guesses in one run, after Steinke, Nasr, Jagielski 2023 and Mahloujifar, Melis, Chaudhuri 2025",
    adjacency: isReplaced ? "replace-one" : "zero-out",
    confidence,
    delta,
    epsilon: { lower: bound.epsilon, estimate: bound.estimate, upper: Infinity },
  };
}

function ifGaussian(proven: Guarantee, { epsilon, estimate }: LowerBound): Guarantee {
  return {
    ...proven,
    status: "conditional",
    assumptions: [...proven.assumptions, "gaussian-trade-off"],
    epsilon: { lower: epsilon, estimate, upper: Infinity },
  };
}
