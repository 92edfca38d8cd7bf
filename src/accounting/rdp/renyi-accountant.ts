import { memoize } from "../../numerics/memoize.js";
import type { Adjacency, Bracket, Claim, MechanismEvent, Method } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { withRemark } from "../claims/compose-claims.js";
import { notApplicable } from "../claims/not-applicable.js";
import { chargedRounds } from "../rounds/charged-rounds.js";
import { checkDifferent } from "../rounds/check-different.js";
import { type Coverage, type CoveredRound, coveredRound, type ReportKind } from "../rounds/coverage.js";
import type { Round, RoundKind } from "../rounds/round.js";
import { leastLimit, type RoundLimit } from "../rounds/round-limit.js";
import { roundsOf } from "../rounds/rounds-of.js";
import { composeRenyi } from "./compose-renyi.js";
import type { RenyiAnalysis } from "./renyi-analysis.js";
import { deltaFromRenyi, epsilonFromRenyi } from "./renyi-to-epsilon.js";

/**
 * Relative error allowed for in every bracket; the curves agree with 60-digit references to 1e-12. Twice as
 * much is as valid; half of it too, by those references.
 */
const RELATIVE_ERROR = 1e-9;
/** Doubles below it are too coarse for a relative error; an underflowed delta was rounded up to one. */
const MIN_NORMAL = 2 ** -1022;
/**
 * How many times as long a delta takes as an epsilon: alike rounds are charged as one from that many fewer
 * on. Valid at any number.
 */
const DELTA_WORK = 8;

export interface RenyiMethod<Rounds extends RoundKind, Reports extends ReportKind> {
  readonly method: Method;
  readonly covers: readonly Coverage<Rounds, Reports>[];
  /** Bounds one round; throws NOT_APPLICABLE where the theorem's condition fails. */
  readonly analyse: (round: CoveredRound<Rounds, Reports>, adjacency: Adjacency) => RenyiAnalysis;
  readonly side?: Claim["side"];
  /** Where its figures are proven, if that is not wherever it covers. */
  readonly proves?: readonly Coverage[];
  readonly slow?: boolean;
  /** Different rounds of a sequence beyond which the method declines; default any number. */
  readonly mostDifferent?: number;
  /**
   * The same, beyond which those that are alike are charged as one; some count for several. Default any
   * number.
   */
  readonly mostCharged?: RoundLimit;
  /** How many times as long as an epsilon a delta takes. Default 8. */
  readonly deltaWork?: number;
  /** How Renyi divergences become epsilon and delta; default the best order's, by the current theorem. */
  readonly conversion?: RenyiConversion;
}

/** Figures of a Renyi curve, each with its order. */
export interface RenyiConversion {
  readonly epsilon: (curve: RenyiAnalysis["curve"], delta: number, analysis: RenyiAnalysis) => AtOrder;
  readonly delta: (curve: RenyiAnalysis["curve"], epsilon: number, analysis: RenyiAnalysis) => AtOrder;
}

interface AtOrder {
  readonly value: number;
  readonly order: number;
}

const BEST_ORDER: RenyiConversion = { epsilon: epsilonFromRenyi, delta: deltaFromRenyi };

/** An accountant that adds up the Renyi curves of the rounds and converts the sum at the best order. */
export function renyiAccountant<const Rounds extends RoundKind, const Reports extends ReportKind>({
  method,
  covers,
  analyse,
  side = "upper",
  proves,
  slow = false,
  mostDifferent = Infinity,
  mostCharged = Infinity,
  deltaWork = DELTA_WORK,
  conversion = BEST_ORDER,
}: RenyiMethod<Rounds, Reports>): Accountant {
  const analyseRound = memoize(
    (round: Round, adjacency: Adjacency) =>
      analyse(coveredRound(method, covers, round, adjacency), adjacency),
    // A trainer evaluates the same round again and again.
    { key: (round, adjacency) => `${adjacency} ${JSON.stringify(round)}`, capacity: 32 },
  );
  const analysisOf = (event: MechanismEvent, adjacency: Adjacency, work = 1): RenyiAnalysis => {
    const different = roundsOf(event, adjacency);
    checkDifferent(method, different, mostDifferent);
    const wanted = leastLimit(different, mostCharged) / work;
    const { rounds, remark } = chargedRounds(method, different, { wanted, most: Infinity });
    const parts = rounds.map(({ round, times }) => ({ round: analyseRound(round, adjacency), times }));
    return withRemark(composeRenyi(parts), remark);
  };
  const claimOf = (
    { curve: _, highOrdersAreCheap: __, ...basis }: RenyiAnalysis,
    adjacency: Adjacency,
  ): Claim => ({ side, ...basis, method, adjacency });
  return {
    method,
    covers,
    ...(side === "lower" && { side }),
    ...(proves && { proves }),
    slow,
    renyiCurve: (event, adjacency) => {
      const analysis = analysisOf(event, adjacency);
      return { ...claimOf(analysis, adjacency), ...analysis.curve };
    },
    epsilonAtDelta: (event, { adjacency, delta }) => {
      // An epsilon takes four times as long at a smaller delta, for which high orders count.
      const work = delta < 1e-50 ? 4 : 1;
      const analysis = analysisOf(event, adjacency, work);
      const { value, order } = conversion.epsilon(analysis.curve, delta, analysis);
      const epsilon = bracketAround(value);
      if (epsilon.upper === Infinity) throw notApplicable(method, "every order's Renyi divergence overflows");
      return { ...claimOf(analysis, adjacency), delta, epsilon, ...finite(order) };
    },
    deltaAtEpsilon: (event, { adjacency, epsilon }) => {
      const analysis = analysisOf(event, adjacency, deltaWork);
      const { value, order } = conversion.delta(analysis.curve, epsilon, analysis);
      const { lower, estimate, upper } = bracketAround(value);
      return {
        ...claimOf(analysis, adjacency),
        epsilon,
        delta: { lower: value < MIN_NORMAL ? 0 : lower, estimate, upper: Math.min(1, upper) },
        ...finite(order),
      };
    },
  };
}

/** At infinity it is pure differential privacy, which has no order to show. */
function finite(order: number): { readonly order?: number } {
  return order < Infinity ? { order } : {};
}

function bracketAround(value: number): Bracket {
  return { lower: value * (1 - RELATIVE_ERROR), estimate: value, upper: value * (1 + RELATIVE_ERROR) };
}
