import { DpError } from "../../errors.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { composePld } from "../../pld/compose-pld.js";
import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type {
  Adjacency,
  Bracket,
  Claim,
  DeltaGuarantee,
  MechanismEvent,
  Method,
} from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { type ClaimBasis, composeClaims, withRemark } from "../claims/compose-claims.js";
import { notApplicable } from "../claims/not-applicable.js";
import { type ChargedRounds, chargedRounds } from "../rounds/charged-rounds.js";
import type { Coverage } from "../rounds/coverage.js";
import type { Round, RoundKind } from "../rounds/round.js";
import type { LossOfRound, RoundLoss } from "../rounds/round-loss.js";
import { type RepeatedRound, roundsOf } from "../rounds/rounds-of.js";

export interface PldMethod {
  readonly method: Method;
  /** The losses of the rounds that the method covers. */
  readonly ownLosses: LossOfRound;
  readonly slow?: boolean;
  /** Where its figures are proven, if that is not wherever it covers. */
  readonly proves?: readonly Coverage[];
  /**
   * Rounds that spend no less, of those that the method covers, where these take long; with a remark where
   * they are fewer.
   */
  readonly chargedRounds?: (rounds: readonly RepeatedRound[], adjacency: Adjacency) => ChargedRounds;
  /**
   * Where different rounds of a sequence are more, those that are alike are charged as one; some count for
   * several. Default all.
   */
  readonly mostRounds?: number;
  /**
   * The losses of the other rounds of a sequence in which at least one round is covered, the first that is
   * known.
   */
  readonly fallbackLosses?: readonly LossOfRound[];
  /** The loss of those that have none of them, which is much too large as a rule. */
  readonly lastResort?: LossOfRound;
  /**
   * Kinds of rounds one of which is enough for a sequence of different rounds, even where its report is not
   * covered.
   */
  readonly joinsRounds?: readonly RoundKind[];
}

/**
 * Masses below it drown in the rounding of a Fourier transform. Valid at any value: a smaller one finds no
 * certified figure.
 */
const MIN_DELTA = 1e-25;
/**
 * The share of delta that failures may take: less gains nothing. What they may take of an unknown delta is
 * tried in turn. Valid at any share: the method's figure holds at what it leaves.
 */
const FAILURE_SHARE = 0.01;
const FAILURE_TOTALS = [1e-9, 1e-12, 1e-16] as const;

/** An accountant that composes privacy-loss distributions. */
export function pldAccountant(options: PldMethod): Accountant {
  const { method, slow = true, proves } = options;
  const { covers } = options.ownLosses;
  const claimOf = (basis: ClaimBasis, adjacency: Adjacency): Claim => {
    return { side: "upper", ...basis, method, adjacency };
  };
  return {
    method,
    covers,
    ...(proves && { proves }),
    joins: (options.fallbackLosses ?? []).flatMap((each) => each.covers),
    slow,
    epsilonAtDelta: (event, { adjacency, delta }) => {
      if (delta < MIN_DELTA) {
        throw notApplicable(
          method,
          `losses are lattices of doubles, which certify nothing below delta = ${MIN_DELTA}`,
        );
      }
      const asked = { event, adjacency, failureTotal: FAILURE_SHARE * delta };
      const { loss, failure, basis, isUpperOnly } = composedLoss(options, asked);
      const bracket = loss.epsilonAtDelta(delta - failure);
      const epsilon = isUpperOnly ? fromAbove(bracket) : bracket;
      if (epsilon.upper === Infinity)
        throw notApplicable(method, "no finite epsilon is certified at this delta");
      return { ...claimOf(basis, adjacency), delta, epsilon };
    },
    deltaAtEpsilon: (event, { adjacency, epsilon }) =>
      leastUpper((failureTotal) => {
        const asked = { event, adjacency, failureTotal, tries: FAILURE_TOTALS.length };
        const { loss, failure, basis, dependsOnBudget, isUpperOnly } = composedLoss(options, asked);
        const { lower, estimate, upper } = loss.deltaAtEpsilon(epsilon);
        const most = Math.min(1, upper + failure);
        const bracket = { lower, estimate: Math.min(most, estimate + failure), upper: most };
        const delta = isUpperOnly ? fromAbove(bracket) : bracket;
        return { answer: { ...claimOf(basis, adjacency), epsilon, delta }, isOnly: !dependsOnBudget };
      }),
  };
}

interface AskedLoss {
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  /** What failures of all rounds may take together. */
  readonly failureTotal: number;
  /** How often each round is computed: alike ones are charged as one from that many times fewer on. */
  readonly tries?: number;
}

/** The loss of all rounds together, with a remark where alike ones are charged as one. */
function composedLoss(
  options: PldMethod,
  { event, adjacency, failureTotal, tries = 1 }: AskedLoss,
): ComposedLoss {
  const {
    method,
    ownLosses,
    mostRounds = Infinity,
    fallbackLosses = [],
    joinsRounds = [],
    lastResort,
  } = options;
  const different = roundsOf(event, adjacency);
  const own = options.chargedRounds?.(different, adjacency) ?? { rounds: different };
  const work = { wanted: mostRounds / tries, most: mostRounds };
  const { rounds, remark } = chargedRounds(method, own.rounds, work);
  const count = rounds.reduce((sum, { times }) => sum + times, 0);
  const budget = 2 ** Math.floor(Math.log2(failureTotal / count)); // nearby queries share what is cached
  const lossBy = (rule: LossOfRound, round: Round): RoundLoss | DpError =>
    orReason(() => rule(round, adjacency, budget));
  const known = rounds.map(({ round }) => lossBy(ownLosses, round));
  const isJoined = rounds.length > 1 && rounds.some(({ round }) => joinsRounds.includes(round.kind));
  if (known.length > 0 && known.every(isReason) && !isJoined) {
    const kinds: readonly RoundKind[] = ownLosses.covers.flatMap((each) => each.rounds);
    const ofItsKind = rounds.findIndex(({ round }) => kinds.includes(round.kind)); // its reason tells more
    throw known[Math.max(0, ofItsKind)];
  }
  const others = lastResort === undefined ? fallbackLosses : [...fallbackLosses, lastResort];
  const losses = known.map((own, i) =>
    isReason(own) ? firstLoss(others, (rule) => lossBy(rule, rounds[i]!.round), own) : own,
  );
  const loss = addedUp(losses.map((each, i) => ({ round: each, times: rounds[i]!.times })));
  return { ...loss, basis: withRemark(withRemark(loss.basis, remark), own.remark) };
}

/** The loss by the first rule that knows the round's pair; throws the reason where none does. */
function firstLoss(
  rules: readonly LossOfRound[],
  lossBy: (rule: LossOfRound) => RoundLoss | DpError,
  reason: DpError,
): RoundLoss {
  for (const rule of rules) {
    const loss = lossBy(rule);
    if (!isReason(loss)) return loss;
  }
  throw reason;
}

/** The loss, or why the rule knows none. */
function orReason(loss: () => RoundLoss): RoundLoss | DpError {
  try {
    return loss();
  } catch (error) {
    if (error instanceof DpError && error.code === "NOT_APPLICABLE") return error;
    throw error;
  }
}

function isReason(found: RoundLoss | DpError): found is DpError {
  return found instanceof DpError;
}

/** An answer, and whether every choice gives the same one. */
interface Choice {
  readonly answer: DeltaGuarantee;
  readonly isOnly: boolean;
}

/**
 * The answer with the least upper end: what is tried at an epsilon is tried at every larger one, so that
 * delta does not seem to rise.
 */
function leastUpper(answerAt: (failureTotal: number) => Choice): DeltaGuarantee {
  let best: DeltaGuarantee | undefined;
  for (const total of FAILURE_TOTALS) {
    const { answer, isOnly } = answerAt(total);
    if (best === undefined || answer.delta.upper < best.delta.upper) best = answer;
    if (isOnly || total <= FAILURE_SHARE * best.delta.upper) break;
  }
  return best!;
}

interface ComposedLoss {
  readonly loss: PrivacyLossDistribution;
  readonly failure: number;
  readonly basis: ClaimBasis;
  readonly dependsOnBudget: boolean;
  readonly isUpperOnly: boolean;
}

function addedUp(parts: readonly RepeatedRound<RoundLoss>[]): ComposedLoss {
  const failures = parts.reduce((sum, { round: { failure = 0 }, times }) => sum + failure * times, 0);
  return {
    loss: composePld(parts.map(({ round, times }) => round.loss.compose(times))),
    failure: roundedUp(failures, ROUNDING.longSum),
    basis: composeClaims(parts.map(({ round }) => round)),
    dependsOnBudget: parts.some(({ round }) => round.dependsOnBudget),
    isUpperOnly: parts.some(({ round }) => round.isUpperOnly),
  };
}

/** The upper end alone. */
function fromAbove({ upper }: Bracket): Bracket {
  return { lower: 0, estimate: upper, upper };
}
