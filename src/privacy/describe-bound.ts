import type { Claim } from "./claim.js";
import { formatConfidence } from "./format-number.js";

/**
 * What a figure says of an epsilon or a delta; a lower bound on Renyi accounting is none on the figure
 * itself.
 */
export function describeBound(
  { side, assumptions, confidence }: Pick<Claim, "side" | "assumptions" | "confidence">,
  quantity: "epsilon" | "delta",
  value: string,
): string {
  if (confidence !== undefined)
    return `at ${formatConfidence(confidence)} confidence ${quantity} ${side === "upper" ? "<=" : ">="} ${value}`;
  if (side === "upper") return `${quantity} <= ${value}`;
  if (!assumptions.includes("renyi-accounting")) return `no ${quantity} below ${value} can hold`;
  return `accounting by Renyi divergences shows no ${quantity} below ${value}`;
}
