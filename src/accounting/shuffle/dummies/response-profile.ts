import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { ProfilePoint } from "../../../pld/pairs/profile-pair.js";
import { type BandCurve, jointProfile } from "../transposition/joint-profile.js";
import type { HidingBand } from "./hidden-profile.js";
import { risingEpsilons } from "./hiding-curve.js";
import { responseDelta } from "./response-delta.js";

/**
 * More reports hide better: what they would add is left out. Twice as many lower the epsilon of more than
 * that by a third, in 1.4 times the time; half as many raise it by a half.
 */
const MAX_REPORTS = 4e6;

/** Shuffled responses of two levels among uniform dummies. */
export interface HiddenResponseRounds {
  readonly localEpsilon: number;
  /** A, the mass of a user's own set under the uniform law, (0, 1/2]. */
  readonly setMass: number;
  /** Of users who send a report or nothing. */
  readonly bands: readonly HidingBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * Upper bounds of delta at rising epsilons, both directions alike, whatever the records are.
 *
 * @see docs/theorems/dummies.md, sections 5 and 6
 */
export function responseProfile({
  localEpsilon,
  setMass,
  bands,
  leastDelta,
}: HiddenResponseRounds): ProfilePoint[] {
  const uniform = 1 / (1 + setMass * Math.expm1(localEpsilon));
  const spread = uniform * Math.expm1(localEpsilon) * Math.sqrt(2 * setMass);
  const most = Math.max(
    ...bands.map(({ dummies, others }) => 1 + counted(dummies) + counted(others) * uniform),
  );
  const deviation = Math.min(localEpsilon, spread / Math.sqrt(most));
  return jointProfile(
    bands.map(({ rate, weight, ...crowd }): BandCurve => {
      const [dummies, others] = [counted(crowd.dummies), counted(crowd.others)];
      const gains: number[] = [];
      const deltas: number[] = [];
      for (const epsilon of [...risingEpsilons(deviation)].filter((each) => each < localEpsilon)) {
        const excess = Math.expm1(epsilon);
        const { upper } = responseDelta({ localEpsilon, setMass, others, dummies }, excess);
        gains.push(roundedUp(rate * excess, ROUNDING.formula));
        deltas.push(roundedUp(rate * upper, ROUNDING.formula));
        if (rate * upper < leastDelta) return { weight, gains, deltas };
      }
      // No report tells more than its own epsilon; the end is beyond what that rounds.
      gains.push(rate * Math.expm1(localEpsilon) * (1 + 2 ** -40));
      deltas.push(0);
      return { weight, gains, deltas };
    }),
  );
}

function counted(reports: number): number {
  return Math.min(MAX_REPORTS, reports);
}
