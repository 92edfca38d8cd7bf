import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../accountant.js";
import { gdd21LowerRdp } from "../theorems/gdd21-lower.js";
import { gdd21UpperRdp } from "../theorems/gdd21-upper.js";
import { randomizedResponseCurve } from "./randomized-response-curve.js";
import { renyiAccountant } from "./renyi-accountant.js";
import { curveOf, MAX_ORDER } from "./renyi-curve.js";

/**
 * GDD21 Theorem 1: Renyi divergences of pure local randomizers under subsampled shuffling, for every cohort; capped by the
 * report's own.
 *
 * @see docs/theorems/gdd21.md
 */
export const gdd21UpperAccountant: Accountant = renyiAccountant("gdd21-upper", (event, adjacency) => {
  const reports = sampledReports("gdd21-upper", event, adjacency);
  const alone = randomizedResponseCurve(reports.localEpsilon);
  const amplified = curveOf((order) => (order - 1) * gdd21UpperRdp({ ...reports, order }));
  return {
    curve: { at: (order) => Math.min(alone.at(order), amplified.at(order)) },
    status: "proven",
    assumptions: ["honest-shuffler"],
    source: "GDD21 Theorem 1",
  };
});

/**
 * GDD21 Theorem 2: what accounting by Renyi divergences cannot go below, since binary randomized response attains it.
 *
 * Between integers the divergence at the order below stands in, which is smaller.
 */
export const gdd21LowerAccountant: Accountant = renyiAccountant(
  "gdd21-lower",
  (event, adjacency) => {
    const reports = sampledReports("gdd21-lower", event, adjacency);
    const rdp = (order: number): number =>
      order < 2 ? 0 : gdd21LowerRdp({ ...reports, order: Math.floor(Math.min(order, MAX_ORDER)) });
    return {
      curve: { at: rdp },
      status: "conditional",
      assumptions: ["renyi-accounting", "honest-shuffler"],
      source: "GDD21 Theorem 2",
    };
  },
  { side: "lower" },
);

function sampledReports(
  method: string,
  event: MechanismEvent,
  adjacency: Adjacency,
): { localEpsilon: number; users: number; sampled: number } {
  if (event.kind !== "shuffle" && event.kind !== "subsampledShuffle") {
    throw notApplicable(
      method,
      `it covers shuffled reports of all users or of a fixed number, not kind ${event.kind}`,
    );
  }
  if (adjacency === "add-or-remove") {
    throw notApplicable(method, "the number of reports is public; use replace-one or zero-out adjacency");
  }
  const report = event.of;
  const pure = report.kind === "randomizedResponse" || (report.kind === "local" && !report.delta);
  if (!pure) throw notApplicable(method, "the reports must come from a pure local randomizer");
  const { users } = event;
  const sampled = event.kind === "shuffle" ? users : event.sampled;
  return { localEpsilon: report.epsilon, users, sampled };
}
