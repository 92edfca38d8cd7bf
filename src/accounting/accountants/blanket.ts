import type { MechanismEvent } from "../../privacy/index.js";
import { responseTradeOff } from "../clones/response-trade-off.js";
import type { ReportBound } from "../composition/report-bound.js";
import { notApplicable } from "../core/accountant.js";
import { blanketEpsilon } from "../theorems/blanket.js";

/** More categories only help. */
const MOST_CATEGORIES = 1e9;
/** Composition asks about several deltas. */
const ENDS = { precision: 2 ** -18, upperOnly: true };

/** What shuffling does to reports that hide under a privacy blanket: exactly for randomized response, else by concentration. */
export function blanketReports(report: MechanismEvent, users: number | undefined): ReportBound {
  if (users === undefined) throw notApplicable("blanket", "nothing is shuffled");
  if (report.kind === "randomizedResponse") {
    const { epsilon: localEpsilon } = report;
    const categories = Math.min(report.categories, MOST_CATEGORIES);
    const tradeOff = responseTradeOff({ localEpsilon, categories, users });
    return {
      epsilonAtDelta: (delta) => (delta > 0 ? tradeOff.epsilonAt(delta, ENDS).upper : localEpsilon),
      deltaAtEpsilon: (epsilon) => (epsilon < localEpsilon ? tradeOff.deltaAt(epsilon).upper : 0),
      assumptions: ["honest-shuffler"],
      source: "Balle, Bell, Gascon, Nissim 2019, Lemma 5.3",
    };
  }
  if (report.kind !== "local" || (report.delta ?? 0) > 0) {
    throw notApplicable("blanket", "the reports must come from a pure local randomizer");
  }
  return {
    epsilonAtDelta: (delta) => (delta > 0 ? genericEpsilon(report.epsilon, users, delta) : report.epsilon),
    assumptions: ["honest-shuffler"],
    source: "Balle, Bell, Gascon, Nissim 2019, Theorem 5.3 with Lemmas 5.5 and 5.6",
  };
}

function genericEpsilon(localEpsilon: number, users: number, delta: number): number {
  const at = (inequality: "hoeffding" | "bennett"): number =>
    blanketEpsilon({ localEpsilon, users, randomizer: { kind: "generic" }, inequality, delta }).upper;
  return Math.min(at("hoeffding"), at("bennett"));
}
