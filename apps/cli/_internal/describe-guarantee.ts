import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { describeWorth } from "./describe-worth.js";
import { formatDown, formatNumber, formatUp } from "./format-number.js";

/** One figure in one sentence that says what it is worth. */
export function describeGuarantee(guarantee: Guarantee): string {
  const { side, delta, epsilon } = guarantee;
  const claim =
    side === "upper"
      ? `epsilon <= ${formatUp(epsilon.upper)}`
      : `no epsilon below ${formatDown(epsilon.lower)} can hold`;
  return describeWorth(`${claim} at delta = ${formatNumber(delta)}`, guarantee);
}
