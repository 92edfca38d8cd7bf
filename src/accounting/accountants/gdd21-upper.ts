import { type Accountant, notApplicable } from "../core/accountant.js";
import { curveOf, MAX_ORDER } from "../core/renyi-curve.js";
import { convexLogMoments } from "../rdp/_internal/convex-log-moments.js";
import { tablesUpTo } from "../rdp/_internal/tables-up-to.js";
import { randomizedResponseCurve } from "../rdp/randomized-response-curve.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { gdd21LowerRdpTo } from "../theorems/gdd21-lower.js";
import { gdd21UpperRdp, gdd21UpperRdpTable } from "../theorems/gdd21-upper.js";
import { pureReports } from "./_internal/pure-reports.js";

/** Largest orders that the sums of the lower bound are prepared for. */
const REACHES = [64, 512, MAX_ORDER];

/** Up to this order the log-moments of the upper bound, which is not convex everywhere, are made so. */
const CONVEX_TO = 256;

/**
 * GDD21 Theorem 1: Renyi divergences of pure local randomizers under subsampled shuffling, for every cohort; capped by the
 * report's own, and its log-moments by their chords.
 *
 * @see docs/theorems/gdd21.md
 */
export const gdd21UpperAccountant: Accountant = renyiAccountant("gdd21-upper", (event, adjacency) => {
  const reports = pureReports("gdd21-upper", event, adjacency);
  const alone = randomizedResponseCurve(reports.localEpsilon);
  const convexFor = tablesUpTo([CONVEX_TO], (reach) => {
    const bounds = gdd21UpperRdpTable(reports, reach);
    for (let order = 2; order <= reach; order++) {
      bounds[order] = (order - 1) * Math.min(bounds[order]!, alone.at(order));
    }
    return convexLogMoments(bounds);
  });
  const amplified = curveOf(
    (order) => convexFor(order)?.[order] ?? (order - 1) * gdd21UpperRdp({ ...reports, order }),
  );
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
 * Covers `local`, which stands for every such randomizer, and binary randomized response.
 * Past the last order the divergence there stands in, which is smaller.
 */
export const gdd21LowerAccountant: Accountant = renyiAccountant(
  "gdd21-lower",
  (event, adjacency) => {
    const { categories, ...reports } = pureReports("gdd21-lower", event, adjacency);
    if (categories > 2) {
      throw notApplicable(
        "gdd21-lower",
        "binary randomized response attains it; with more categories less can be spent",
      );
    }
    const rdpFor = tablesUpTo(REACHES, (reach) => gdd21LowerRdpTo(reports, reach));
    const rdp = (order: number): number => rdpFor(order)!(order);
    return {
      curve: { at: (order) => rdp(Math.min(order, MAX_ORDER)) },
      status: "conditional",
      assumptions: ["renyi-accounting", "honest-shuffler"],
      source: "GDD21 Theorem 2",
    };
  },
  { side: "lower" },
);
