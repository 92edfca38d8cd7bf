import type { Adjacency, CheckInShuffleEvent, MechanismEvent } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import { asReplaceOne } from "../core/as-replace-one.js";
import { MAX_ORDER } from "../core/renyi-curve.js";
import { roundsOf } from "../core/rounds-of.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { clonesGaussianEpsilon } from "../theorems/clones-gaussian.js";
import { liew22BaselineEpsilon } from "../theorems/liew22-baseline.js";
import { liew22GenericCurve } from "../theorems/liew22-generic.js";

/**
 * "Baseline" of LT22 Figure 1b: a check-in round by clones and sampling, then strong composition. Our reconstruction, with the
 * inclusion rate that can be proven.
 *
 * @see docs/theorems/liew22.md
 */
export const liew22BaselineAccountant: Accountant = {
  method: "liew22-baseline",
  slow: true,
  epsilonAtDelta: (event, { adjacency, delta }) => {
    const [only, ...others] = roundsOf(event);
    if (only === undefined || others.length > 0) {
      throw notApplicable("liew22-baseline", "it covers repetitions of one check-in round");
    }
    const checkIn = checkInOf("liew22-baseline", only.round, adjacency);
    const value = liew22BaselineEpsilon({ ...checkIn, rounds: only.times, delta });
    if (value === Infinity) throw notApplicable("liew22-baseline", "no finite epsilon holds for a round");
    return {
      side: "upper",
      status: "proven",
      assumptions: ["honest-shuffler"],
      method: "liew22-baseline",
      source: "Liew, Hasegawa, Takahashi 2022, reconstructed (docs/theorems/liew22.md)",
      adjacency,
      delta,
      epsilon: { lower: value, estimate: value, upper: value },
    };
  },
  deltaAtEpsilon: () => {
    throw notApplicable("liew22-baseline", "it gives epsilon at delta only");
  },
};

/** How exactly the profile's points are found, relatively: far below what the bound loses between them. */
const PROFILE_PRECISION = 1e-4;

/** "Generic bound" of LT22 Figure 1b: the privacy profile of a check-in round turned into Renyi divergences. */
export const liew22GenericAccountant: Accountant = renyiAccountant(
  "liew22-generic",
  (event, adjacency) => {
    const { shuffledEpsilon, ...checkIn } = checkInOf("liew22-generic", event, adjacency);
    const generic = liew22GenericCurve({
      ...checkIn,
      shuffledEpsilon: (options) => shuffledEpsilon({ ...options, precision: PROFILE_PRECISION }),
    });
    return {
      curve: { at: (order) => (order <= MAX_ORDER ? generic.at(order) : Infinity) },
      status: "proven",
      assumptions: ["honest-shuffler"],
      source: "Liew, Hasegawa, Takahashi 2022, reconstructed (docs/theorems/liew22.md)",
    };
  },
  { slow: true },
);

interface CheckIn extends Pick<CheckInShuffleEvent, "users" | "checkInRate"> {
  readonly noiseMultiplier: number;
  shuffledEpsilon(options: {
    readonly users: number;
    readonly delta: number;
    readonly precision?: number;
  }): number;
}

function checkInOf(method: string, event: MechanismEvent, adjacency: Adjacency): CheckIn {
  if (event.kind !== "checkInShuffle" || event.of.kind !== "gaussian") {
    throw notApplicable(method, "it covers check-in rounds of gaussian reports");
  }
  if (adjacency === "add-or-remove") {
    throw notApplicable(method, "the number of reports is public; use replace-one or zero-out adjacency");
  }
  const { noiseMultiplier } = asReplaceOne(event.of, adjacency) as typeof event.of;
  return {
    users: event.users,
    checkInRate: event.checkInRate,
    noiseMultiplier,
    shuffledEpsilon: (options) => clonesGaussianEpsilon({ ...options, noiseMultiplier }).upper,
  };
}
