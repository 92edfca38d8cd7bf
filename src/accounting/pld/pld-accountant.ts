import {
  type Adjacency,
  type Assumption,
  type DeltaGuarantee,
  type MechanismEvent,
  type Method,
  STATUSES,
  type Status,
} from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import { type RepeatedRound, type RoundEvent, roundsOf } from "../core/rounds-of.js";
import { composePld } from "./compose-pld.js";
import { firstApplicable } from "./first-applicable.js";
import type { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/** The privacy loss of one round with what it is worth. */
export interface RoundLoss {
  readonly loss: PrivacyLossDistribution;
  /** Probability with which the round falls outside of `loss` and counts as lost; absent where never. */
  readonly failure?: number;
  readonly status: Status;
  readonly assumptions: readonly Assumption[];
  readonly source: string;
}

/**
 * @param failureBudget the most that a round may fail with, > 0
 * @throws DpError NOT_APPLICABLE where no pair is known for the round
 */
export type LossOfRound = (round: RoundEvent, adjacency: Adjacency, failureBudget: number) => RoundLoss;

/** Masses below it drown in the rounding of a Fourier transform. */
const LEAST_DELTA = 1e-25;
/** Beyond so many rounds the composed lattice outgrows its windows. */
const MOST_ROUNDS = 1e8;
/** The share of delta that failures may take, and what they may take of an unknown delta. */
const FAILURE_SHARE = 0.1;
const FAILURE_TOTALS = [1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-16] as const;

export interface PldAccountantOptions {
  readonly slow?: boolean;
  /** Who knows the other rounds of a sequence in which at least one round is the accountant's own. */
  readonly company?: readonly LossOfRound[];
}

/** An accountant that composes privacy-loss distributions; the worst status and every assumption carry over. */
export function pldAccountant(
  method: Method,
  lossOf: LossOfRound,
  { slow = true, company = [] }: PldAccountantOptions = {},
): Accountant {
  const compose = (event: MechanismEvent, adjacency: Adjacency, failureTotal: number): ComposedLoss => {
    let own = 0;
    const ownLoss: LossOfRound = (...round) => {
      const loss = lossOf(...round);
      own += 1;
      return loss;
    };
    const anyLoss = firstApplicable(ownLoss, ...company);
    const rounds = roundsOf(event);
    const composed = composedLoss(rounds, (round, count) => anyLoss(round, adjacency, failureTotal / count));
    if (own === 0 && rounds[0]) lossOf(rounds[0].round, adjacency, failureTotal); // throws the reason
    return composed;
  };
  return {
    method,
    slow,
    epsilonAtDelta: (event, { adjacency, delta }) => {
      if (delta < LEAST_DELTA) {
        throw notApplicable(
          method,
          `losses are lattices of doubles, which certify nothing below delta = ${LEAST_DELTA}`,
        );
      }
      const { loss, failure, ...worth } = compose(event, adjacency, FAILURE_SHARE * delta);
      const epsilon = loss.epsilonAtDelta(delta - failure);
      if (epsilon.upper === Infinity)
        throw notApplicable(method, "no finite epsilon is certified at this delta");
      return { side: "upper", ...worth, method, adjacency, delta, epsilon };
    },
    deltaAtEpsilon: (event, { adjacency, epsilon }) =>
      leastUpper(FAILURE_TOTALS, (failureTotal) => {
        const { loss, failure, ...worth } = compose(event, adjacency, failureTotal);
        const { lower, estimate, upper } = loss.deltaAtEpsilon(epsilon);
        const most = Math.min(1, upper + failure);
        const delta = { lower, estimate: Math.min(most, estimate + failure), upper: most };
        return { side: "upper", ...worth, method, adjacency, epsilon, delta };
      }),
  };
}

/** The best answer along `choices`, which is left as soon as a choice does not improve. */
function leastUpper(
  [first, ...others]: readonly [number, ...number[]],
  answerAt: (choice: number) => DeltaGuarantee,
): DeltaGuarantee {
  let best = answerAt(first);
  for (const choice of others) {
    const answer = answerAt(choice);
    if (answer.delta.upper >= best.delta.upper) break;
    best = answer;
  }
  return best;
}

type ComposedLoss = Required<RoundLoss>;

function composedLoss(
  rounds: readonly RepeatedRound[],
  lossOf: (round: RoundEvent, count: number) => RoundLoss,
): ComposedLoss {
  const count = rounds.reduce((sum, { times }) => sum + times, 0);
  if (count > MOST_ROUNDS)
    throw notApplicable("pld", `it composes at most ${MOST_ROUNDS} rounds, not ${count}`);
  const parts = rounds.map(({ round, times }) => ({ ...lossOf(round, count), times }));
  return {
    loss: composePld(parts.map(({ loss, times }) => loss.compose(times))),
    failure: parts.reduce((sum, { failure = 0, times }) => sum + failure * times, 0) * (1 + 1e-12),
    status: STATUSES[Math.max(0, ...parts.map(({ status }) => STATUSES.indexOf(status)))]!,
    assumptions: [...new Set(parts.flatMap(({ assumptions }) => assumptions))],
    source: [...new Set(parts.map(({ source }) => source))].join("; ") || "composition of nothing",
  };
}
