import type { Accountant } from "../accountant.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { publishedCheckIn } from "../rdp/published-check-in.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { SAME_SIZE } from "../rounds/coverage.js";
import { checkInSumRdpCurve } from "../theorems/check-in-sum.js";

/**
 * LT22 Equation 17 as printed: check-in as a sum over the number of reports, which Theorem 3 bounds.
 * `conditional`, and `refuted` where the inclusion rate matters; there to compare with the literature.
 *
 * @see docs/theorems/shuffle-gaussian.md
 */
export const checkInSum: Accountant = renyiAccountant({
  method: "check-in-sum",
  covers: [{ rounds: ["checkInShuffle"], reports: ["gaussian"], adjacencies: SAME_SIZE }],
  proves: [],
  mostDifferent: 48,
  analyse: (round) => {
    const { users, samplingRate: checkInRate, report } = round;
    const sum = checkInSumRdpCurve({ users, checkInRate, noiseMultiplier: report.noiseMultiplier });
    const curve: RenyiCurve = { at: (order) => (order <= 256 ? sum.at(order) : Infinity) };
    return publishedCheckIn(round, curve, "LT22 Equation 17");
  },
});
