import { memoize } from "../../numerics/memoize.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import type { RandomizedResponseEvent, SubsetResponseEvent } from "../../privacy/index.js";
import type { SHUFFLES } from "../rounds/coverage.js";
import { responseSets } from "../rounds/response-sets.js";
import type { Round } from "../rounds/round.js";
import { withMixedResponses } from "../rounds/with-mixed-responses.js";
import { type HiddenResponseRounds, responseProfile } from "../shuffle/dummies/response-profile.js";
import { hidingBands } from "./hiding-bands.js";

/** A shuffle of responses of two levels. */
export type ShuffledResponses = Round<
  (typeof SHUFFLES)[number],
  RandomizedResponseEvent | SubsetResponseEvent
>;

/**
 * Numbers of reports within this share are one band, which costs a second. Valid at any: half as much lowers
 * the epsilon of 300 reports among 100 dummies by 5 %, twice as much raises it by 0.7 %.
 */
const ALIKE = 0.25;
const MAX_MASS = 1 / 2;

/** Rounds whose absent users send a dummy, as rounds of users who all report. */
export function withoutAbsentees(round: ShuffledResponses): ShuffledResponses {
  const isMixed = round.kind === "checkInShuffle" && round.blocksAndDummies?.absentees === "dummy";
  return isMixed ? withMixedResponses(round) : round;
}

/**
 * What dummies and the other users' responses hide together, and the probability of an uncounted round;
 * undefined where sets are too large.
 */
export function hiddenResponses(
  round: ShuffledResponses,
  failureBudget: number,
): { readonly points: readonly ProfilePoint[]; readonly failure: number } | undefined {
  const { mass: setMass } = responseSets(round.report);
  const { epsilon: localEpsilon } = round.report;
  const areCounted = (round.blocksAndDummies?.dummies ?? 0) > 0 && localEpsilon > 0;
  if (!areCounted || setMass > MAX_MASS) return undefined;
  const { bands, failure } = hidingBands(round, failureBudget / 2, ALIKE);
  const points = profile({ localEpsilon, setMass, bands, leastDelta: failureBudget / 2 });
  return { points, failure };
}

/** What this number of dummies hides alone. */
export function responsesAmongDummies(
  round: ShuffledResponses,
  dummies: number,
  leastDelta: number,
): readonly ProfilePoint[] | undefined {
  const { mass: setMass } = responseSets(round.report);
  const { epsilon: localEpsilon } = round.report;
  if (localEpsilon === 0) return [{ epsilon: 0, delta: 0 }];
  if (setMass > MAX_MASS) return undefined;
  const bands = [{ dummies, others: 0, rate: 1, isZeroSent: false, weight: 1 }];
  return profile({ localEpsilon, setMass, bands, leastDelta });
}

const profile = memoize(responseProfile, {
  key: (rounds: HiddenResponseRounds) => JSON.stringify(rounds),
  capacity: 32,
});
