import { DpError } from "../../../errors.js";
import { checkThreads } from "../../../training/gradients/gradient-engine.js";
import { checkCallback, checkNumber, checkOneOf, DOMAIN, RANGES } from "../../../validate.js";
import { MANY_CANARIES, type ManyCanaries } from "../../canaries/canary-directions.js";
import type { OneRunOptions } from "../one-run-options.js";
import { type CheckedTraining, checkTraining } from "./check-training-game.js";

const WHERE = "auditInOneRun";

/** Options with their defaults. */
export interface CheckedOneRun extends CheckedTraining {
  readonly canaries: number;
  readonly kind: ManyCanaries;
  readonly guessed: number;
  readonly delta: number;
  readonly confidence: number;
  readonly claim: number | undefined;
  readonly threads: number;
  readonly onRound: ((round: number) => void) | undefined;
}

/** Checks the options of an audit in one run. */
export function checkOneRun(options: OneRunOptions): CheckedOneRun {
  const training = checkTraining(WHERE, options);
  const { kind = "dirac", confidence = 0.95, claim, threads = 1 } = options;
  checkOneOf(`${WHERE}: kind`, kind, MANY_CANARIES);
  if (training.protocol.afterUpdate !== undefined) throw permuted();
  const most = kind === "dirac" ? training.weights.length : 1e6;
  const canaries = checkNumber(`${WHERE}: canaries`, options.canaries, { min: 2, max: most, integer: true });
  const guesses = options.guesses ?? Math.max(2, 2 * Math.round(canaries / 40));
  checkNumber(`${WHERE}: guesses`, guesses, { min: 2, max: canaries, integer: true });
  checkNumber(`${WHERE}: guesses / 2`, guesses / 2, { min: 1, integer: true });
  return {
    ...training,
    canaries,
    kind,
    guessed: guesses,
    delta: checkNumber(`${WHERE}: delta`, options.delta, { ...DOMAIN.delta, orZero: true }),
    confidence: checkNumber(`${WHERE}: confidence`, confidence, RANGES.openProbability),
    claim: claim === undefined ? undefined : checkNumber(`${WHERE}: claim`, claim, RANGES.nonNegative),
    threads: checkThreads(`${WHERE}: threads`, threads),
    onRound: checkCallback(`${WHERE}: onRound`, options.onRound),
  };
}

function permuted(): DpError {
  const parameter = `${WHERE}: protocol`;
  const allowed = "one that leaves the weights in their places";
  return new DpError("NOT_APPLICABLE", `${parameter} must be ${allowed}; take openTrainingGame`, {
    parameter,
    value: "weight-shuffle",
    allowed,
  });
}
