import type { Adjacency } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { notApplicable } from "../claims/not-applicable.js";
import { pldAccountant } from "../composition/pld-accountant.js";
import { centralLossOfRound } from "../losses/central-loss.js";
import { clonesLossOfRound } from "../losses/clones-loss.js";
import { localLossOfRound } from "../losses/local-loss.js";
import { poissonLossOfRound } from "../losses/poisson-loss.js";
import { transpositionLossOfRound } from "../losses/transposition-loss.js";
import { unamplifiedLossOfRound } from "../losses/unamplified-loss.js";
import type { ChargedRounds } from "../rounds/charged-rounds.js";
import { fewerRounds } from "../rounds/fewer-rounds.js";
import type { RepeatedRound } from "../rounds/rounds-of.js";

const METHOD = "transposition-pld";
/**
 * Different shuffles of a sequence: a fixed number of reports takes some 0.2 s, a varying one or numbers
 * twice as long, and zero-out half as long again. Valid at any, as those that are alike are charged as one:
 * half as many raise an epsilon of 16 to 30 by 8 to 9 %, twice as many lower one by 3 to 8 %.
 */
const MAX_WORK = { toAnother: 12, toZero: 6 };

/**
 * Shuffled Gaussian reports, `proven` for every cohort: the pointwise least of the profiles of the hidden
 * transposition, of the clones and of reports that are seen, sampled and composed as a privacy-loss
 * distribution. Of many different rounds, a few are charged for all.
 *
 * @see docs/theorems/hidden-transposition.md
 */
export const transpositionPld: Accountant = pldAccountant({
  method: METHOD,
  ownLosses: transpositionLossOfRound,
  chargedRounds: chargedShuffles,
  mostRounds: 96, // different ones of a sequence, beside them those of the clones
  fallbackLosses: [centralLossOfRound, poissonLossOfRound, clonesLossOfRound, localLossOfRound],
  lastResort: unamplifiedLossOfRound,
});

/** Few different shuffles that spend at least as much. */
function chargedShuffles(all: readonly RepeatedRound[], adjacency: Adjacency): ChargedRounds {
  const most = adjacency === "zero-out" ? MAX_WORK.toZero : MAX_WORK.toAnother;
  const { rounds, different, groups, work } = fewerRounds(all, most);
  if (work > most) {
    const reason = `it takes too long for ${different} different shuffles, which are not alike`;
    throw notApplicable(
      METHOD,
      `${reason}: it charges at most ${most}, or half as many with check-in or of numbers`,
    );
  }
  if (groups === different) return { rounds };
  const remark = `${different} different shuffles are charged as ${groups}: as the one with the least noise, fewest users and most reports of those alike`;
  return { rounds, remark };
}
