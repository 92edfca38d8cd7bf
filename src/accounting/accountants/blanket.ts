import type { Bracket } from "../../privacy/index.js";
import { randomizedResponseProfile } from "../clones/blanket/randomized-response-profile.js";
import { MAX_CATEGORIES } from "../clones/limits.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { lesser, optimalComposition } from "../composition/optimal-composition.js";
import {
  atMost,
  type BoundReports,
  exactly,
  NO_EPSILON,
  type ReportBound,
} from "../composition/report-bound.js";
import type { Accountant } from "../core/accountant.js";
import { PURE_REPORTS, SAME_SIZE, SHUFFLES } from "../core/coverage.js";
import { epsilonBracket } from "../core/epsilon-bracket.js";
import { guessedEpsilon } from "../core/guessed-epsilon.js";
import { responseShape } from "../core/response-shape.js";
import type { ChannelReport } from "../core/round.js";
import { shuffledChannel } from "../pld/channel/shuffled-channel.js";
import { blanketEpsilon } from "../theorems/blanket.js";

/** The largest epsilon at which channels are looked at. */
const LARGEST_EPSILON = 40;
/** Composition evaluates several deltas. */
const PRECISION = 2 ** -18;

/**
 * The privacy blanket of Balle, Bell, Gascon and Nissim 2019: exact for randomized response, else by concentration; `proven`.
 *
 * @see docs/theorems/blanket.md
 */
export const blanket: Accountant = compositionAccountant({
  method: "blanket",
  covers: [{ rounds: SHUFFLES, reports: [...PURE_REPORTS, "unboundedChannel"], adjacencies: SAME_SIZE }],
  boundReports,
  composition: optimalComposition,
});

function boundReports(
  ...[report, users]: Parameters<BoundReports<(typeof PURE_REPORTS)[number] | "unboundedChannel">>
): ReportBound {
  const { epsilon: localEpsilon } = report;
  if (report.kind === "discreteChannel") return boundChannel(report, users);
  if (report.kind !== "local") {
    const { categories } = responseShape(report, MAX_CATEGORIES);
    // Without credit for sets that meet.
    const profile = randomizedResponseProfile({ localEpsilon, categories: Math.max(2, categories), users });
    return {
      epsilonAtDelta: (delta, upperOnly) =>
        delta > 0 ? profile.epsilonAt(delta, { precision: PRECISION, upperOnly }) : exactly(localEpsilon),
      deltaAtEpsilon: (epsilon) => (epsilon < localEpsilon ? profile.deltaAt(epsilon) : exactly(0)),
      assumptions: ["honest-shuffler"],
      source: "Balle, Bell, Gascon, Nissim 2019, Lemma 5.3",
    };
  }
  return {
    epsilonAtDelta: (delta) =>
      delta > 0 ? genericEpsilon(localEpsilon, users, delta) : exactly(localEpsilon),
    assumptions: ["honest-shuffler"],
    source: "Balle, Bell, Gascon, Nissim 2019, Theorem 5.3 with Lemmas 5.5 and 5.6",
  };
}

function boundChannel({ matrix, epsilon: localEpsilon }: ChannelReport, users: number): ReportBound {
  const channel = shuffledChannel(matrix, users);
  const highest = Math.min(localEpsilon, LARGEST_EPSILON);
  const deltaAt = (epsilon: number): Bracket =>
    atMost(epsilon >= localEpsilon ? 0 : channel.deltaAt(Math.min(epsilon, LARGEST_EPSILON)));
  return {
    epsilonAtDelta: (delta) => {
      if (localEpsilon === 0) return exactly(0);
      if (delta === 0) return localEpsilon < Infinity ? atMost(localEpsilon) : NO_EPSILON;
      if (localEpsilon > LARGEST_EPSILON && deltaAt(LARGEST_EPSILON).upper > delta) {
        return localEpsilon < Infinity ? atMost(localEpsilon) : NO_EPSILON;
      }
      const guess = Math.min(highest / 2, guessedEpsilon(channel.deviation, delta));
      return epsilonBracket(deltaAt, { delta, guess, highest, precision: PRECISION, upperOnly: true });
    },
    deltaAtEpsilon: deltaAt,
    assumptions: ["honest-shuffler"],
    source:
      "Balle, Bell, Gascon, Nissim 2019, Lemma 5.3, worst over all pairs of inputs (docs/theorems/discrete-channel.md)",
  };
}

function genericEpsilon(localEpsilon: number, users: number, delta: number): Bracket {
  const at = (inequality: "hoeffding" | "bennett"): Bracket =>
    blanketEpsilon({ localEpsilon, users, randomizer: { kind: "generic" }, inequality, delta });
  return lesser(at("hoeffding"), at("bennett"));
}
