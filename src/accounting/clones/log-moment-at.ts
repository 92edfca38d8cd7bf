import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { logPowerExcess } from "../../numerics/log-power-excess.js";
import { LogSum } from "../../numerics/log-sum.js";
import type { RatioNodes } from "./ratio-nodes.js";

/** log E[r^order] under Q, r the ratio of a discrete pair: E[r^order] - 1 = E[r^order - 1 - order (r - 1)], nonnegative terms. */
export function logMomentAt({ logMasses, excesses }: RatioNodes, order: number): number {
  const sum = new LogSum();
  for (let j = 0; j < excesses.length; j++) sum.add(logMasses[j]! + logPowerExcess(excesses[j]!, order));
  return logOnePlusExp(sum.log);
}
