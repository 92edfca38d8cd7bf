import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { DummyCountsEvent } from "../../privacy/index.js";
import { SAME_SIZE } from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound, type RoundLoss } from "../rounds/round-loss.js";
import { categoryDummiesGuarantee, movedCountPairs } from "../shuffle/dummies/category-dummies.js";
import { localLossOfRound } from "./local-loss.js";

const SOURCE = "a random number of dummies of each category (docs/theorems/dummies.md, section 7)";
const REMARK =
  "the shuffler draws and adds the dummies; it needs no other user's honesty: it holds against an analyzer who works with all of them";

/**
 * Counts with random numbers of dummies: the loss of the counts that one message moves, exactly where users
 * send the truth; of messages that say less than these counts, that of the message.
 */
export const dummyCountsLossOfRound: LossOfRound = lossOfRound({
  method: "dummies-pld",
  covers: [{ rounds: ["report"], reports: ["dummyCounts"], adjacencies: SAME_SIZE }],
  lossOf: ({ report }, ...query) => {
    const { categories, epsilon, ...dummies } = report;
    const numbers = { ...dummies, isTotalConstant: report.total === "constant" };
    if (epsilon !== undefined && epsilon <= categoryDummiesGuarantee(numbers).epsilon) {
      const alone = { kind: "randomizedResponse", epsilon, categories } as const;
      return localLossOfRound({ kind: "report", report: alone }, ...query);
    }
    return countsLoss(report);
  },
});

function countsLoss({ total, epsilon, ...dummies }: DummyCountsEvent): RoundLoss {
  const pairs = movedCountPairs({ ...dummies, isTotalConstant: total === "constant" });
  return {
    loss: new PrivacyLossDistribution(pairs.map((pair) => ({ pair, times: 1 }))),
    status: "proven",
    assumptions: ["honest-shuffler-alone"],
    source: SOURCE,
    remark: REMARK,
    isUpperOnly: epsilon !== undefined,
  };
}
