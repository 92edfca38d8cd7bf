import type { Accountant } from "../accountant.js";
import { curveOf } from "../claims/renyi-curve.js";
import { convexLogMoments } from "../rdp/_internal/convex-log-moments.js";
import { tablesUpTo } from "../rdp/_internal/tables-up-to.js";
import { randomizedResponseCurve } from "../rdp/randomized-response-curve.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { PURE_REPORTS, SAME_SIZE } from "../rounds/coverage.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { gdd21UpperRdp, gdd21UpperRdpTable } from "../theorems/gdd21-upper.js";

/**
 * GDD21 Theorem 1: Renyi divergences of pure local randomizers under subsampled shuffling, for every cohort;
 * capped by the report's own, and its log-moments by their chords. `proven`.
 *
 * @see docs/theorems/gdd21.md
 */
export const gdd21Upper: Accountant = renyiAccountant({
  method: "gdd21-upper",
  covers: [{ rounds: ["shuffle", "subsampledShuffle"], reports: PURE_REPORTS, adjacencies: SAME_SIZE }],
  mostDifferent: 384,
  analyse: (round) => {
    const { users, reports: sampled, report } = round;
    const { epsilon: localEpsilon } = report;
    const reports = { localEpsilon, users, sampled };
    const alone = randomizedResponseCurve(localEpsilon);
    const convexFor = tablesUpTo([256], (reach) => {
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
      highOrdersAreCheap: true,
      status: "proven",
      assumptions: ["honest-shuffler", ...secretParticipation(round)],
      source: "GDD21 Theorem 1",
    };
  },
});
