import { discretePrivacyLoss } from "../../../pld/discrete-privacy-loss.js";
import type { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { responseSets } from "../../rounds/response-sets.js";
import type { LevelsReport } from "../../rounds/round.js";

/** With probability `own` high and low levels change places. */
export function twoLevelLoss(report: LevelsReport): PrivacyLossDistribution {
  const { epsilon } = report;
  const { mass, overlap } = responseSets(report);
  const own = Math.min(mass - overlap, 1 - mass);
  const high = own / (mass + (1 - mass) * Math.exp(-epsilon));
  const low = own / (1 + Math.expm1(epsilon) * mass);
  const rest = Math.max(0, 1 - high - low);
  return discretePrivacyLoss({ massP: [high, low, rest], massQ: [low, high, rest] });
}
