import { sampleUniform } from "../../../random/index.js";
import { finiteLoss, type Loss } from "./finite-loss.js";
import type { NumberLaws, ReportLaws } from "./report-laws.js";

/** One report: of the changed user's record, or of what stands in its place. */
export function loneLoss(laws: ReportLaws): Loss {
  if (laws.kind === "number") return sampledLoss(laws, 1);
  const [present, absent] = laws.rows as [readonly number[], readonly number[]];
  return finiteLoss({ present, absent });
}

/** A number whose place is 0 where the changed record is not drawn, which it is with probability `rate`. */
export function sampledLoss({ places, fillNoise, logDensity }: NumberLaws, rate: number): Loss {
  const [present, absent] = places as [number, number];
  const report = new Float64Array(1);
  return (secret, source) => {
    fillNoise(source, report);
    const isThere = rate === 1 || sampleUniform(source) < rate;
    const x = report[0]! + (isThere ? (secret ? present : absent) : 0);
    return logMixture(rate, logDensity(x, present)) - logMixture(rate, logDensity(x, absent));
  };
}

/** log(1 - rate + rate e^loss), without overflow. */
function logMixture(rate: number, loss: number): number {
  if (rate === 1) return loss;
  return loss > 0
    ? loss + Math.log(rate + (1 - rate) * Math.exp(-loss))
    : Math.log1p(rate * Math.expm1(loss));
}
