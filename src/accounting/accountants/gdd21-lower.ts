import type { Accountant } from "../accountant.js";
import { notApplicable } from "../claims/not-applicable.js";
import { MAX_ORDER } from "../claims/renyi-curve.js";
import { tablesUpTo } from "../rdp/_internal/tables-up-to.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { PURE_REPORTS, SAME_SIZE } from "../rounds/coverage.js";
import { localRowOf } from "../rounds/reports/registry.js";
import { gdd21LowerRdpTo } from "../theorems/gdd21-lower.js";

/**
 * Largest orders that the sums of the bound are prepared for: twice or half of the first two change no
 * figure.
 */
const REACHES = [64, 512, MAX_ORDER];

/**
 * GDD21 Theorem 2: a lower bound on accounting by Renyi divergences, which binary randomized response
 * attains.
 *
 * Covers `local`, which stands for every such randomizer, and binary randomized response.
 * Beyond the last order the divergence there stands in, which is smaller.
 *
 * @see docs/theorems/gdd21.md
 */
export const gdd21Lower: Accountant = renyiAccountant({
  method: "gdd21-lower",
  covers: [{ rounds: ["shuffle", "subsampledShuffle"], reports: PURE_REPORTS, adjacencies: SAME_SIZE }],
  side: "lower",
  mostDifferent: 48,
  analyse: ({ users, reports: sampled, report }) => {
    if (!localRowOf(report).isBinary(report)) {
      throw notApplicable(
        "gdd21-lower",
        "binary randomized response attains it; with more categories less can be spent",
      );
    }
    const reports = { localEpsilon: report.epsilon, users, sampled };
    const rdpFor = tablesUpTo(REACHES, (reach) => gdd21LowerRdpTo(reports, reach));
    const rdp = (order: number): number => rdpFor(order)!(order);
    return {
      curve: { at: (order) => rdp(Math.min(order, MAX_ORDER)) },
      status: "conditional",
      assumptions: ["renyi-accounting", "honest-shuffler"],
      source: "GDD21 Theorem 2",
      remark: "a bound on accounting by Renyi divergences only: the epsilon that is spent may be smaller",
    };
  },
});
