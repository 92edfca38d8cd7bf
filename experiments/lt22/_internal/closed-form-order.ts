import { epsilonFromRenyi } from "../../../src/accounting/rdp/renyi-to-epsilon.js";
import { clones2021Epsilon } from "../../../src/accounting/theorems/clones-2021.js";
import { gaussianEpsilon } from "../../../src/accounting/theorems/gaussian.js";
import { liew22BaselineEpsilon } from "../../../src/accounting/theorems/liew22-baseline.js";
import { liew22GenericCurve } from "../../../src/accounting/theorems/liew22-generic.js";
import { DpError } from "../../../src/errors.js";

/** Neighbours are two clip bounds apart. */
const NOISE_MULTIPLIER = 2.5;
const RUN = { users: 60_000, checkInRate: 0.1, rounds: 5540, delta: 1e-5 };
const MAX_ORDER = 4096;
/** Shares of delta / users that go to a report's own failure: eight a decade, from 1 down. */
const SHARES = Array.from({ length: 41 }, (_, k) => 10 ** (-k / 8));
/** The failure weighs by e^epsilon, which a few steps settle. */
const STEPS = 30;

interface Shuffled {
  readonly users: number;
  readonly delta: number;
}

/**
 * The lines of Figure 1b with the clones as of 2021: the closed form, at the textbook's local epsilon of
 * Gaussian noise. No bounds: the textbook's calibration is proven for a local epsilon below 1.
 */
export function closedFormOrder(): { readonly generic: number; readonly baseline: number } {
  const checkIn = { ...RUN, shuffledEpsilon: closedFormEpsilon };
  const round = liew22GenericCurve({ ...checkIn, noiseMultiplier: NOISE_MULTIPLIER });
  const curve = {
    at: (order: number) => (order <= MAX_ORDER ? RUN.rounds * round.at(order) : Infinity),
  };
  return {
    generic: epsilonFromRenyi(curve, RUN.delta).value,
    baseline: liew22BaselineEpsilon(checkIn),
  };
}

/** By the best share; where the closed form's condition fails at all of them, the unshuffled report's. */
function closedFormEpsilon({ users, delta }: Shuffled): number {
  return Math.min(
    gaussianEpsilon({ delta, noiseMultiplier: NOISE_MULTIPLIER }),
    ...SHARES.map((share) => epsilonAt((share * delta) / users, { users, delta })),
  );
}

function epsilonAt(localDelta: number, { users, delta }: Shuffled): number {
  const localEpsilon = Math.sqrt(2 * Math.log(1.25 / localDelta)) / NOISE_MULTIPLIER;
  let epsilon = 0;
  for (let step = 0; step < STEPS; step++) {
    const failed = (Math.exp(epsilon) + 1) * (1 + Math.exp(-localEpsilon) / 2) * users * localDelta;
    if (failed >= delta) return Infinity;
    epsilon = cloned({ localEpsilon, users, delta: delta - failed });
  }
  return epsilon;
}

function cloned(reports: Shuffled & { readonly localEpsilon: number }): number {
  try {
    return clones2021Epsilon(reports).upper;
  } catch (error) {
    if (error instanceof DpError && error.code === "NOT_APPLICABLE") return Infinity;
    throw error;
  }
}
