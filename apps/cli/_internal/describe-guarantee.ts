import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { describeClaim } from "./describe-claim.js";
import { formatDown, formatNumber, formatUp } from "./format-number.js";

/** One figure in one sentence, with its claim. */
export function describeGuarantee(guarantee: Guarantee): string {
  const { side, delta, epsilon } = guarantee;
  const claim =
    side === "upper"
      ? `epsilon <= ${formatUp(epsilon.upper)}`
      : `no epsilon below ${formatDown(epsilon.lower)} can hold`;
  return describeClaim(`${claim} at delta = ${formatNumber(delta)}`, guarantee);
}
