import { checkArray, checkOptions } from "../validate.js";
import { describeBound } from "./describe-bound.js";
import { describeClaim } from "./describe-claim.js";
import { formatDown, formatUp } from "./format-number.js";
import type { Guarantee } from "./guarantee.js";

/**
 * The privacy statement of one figure, for a person: status, epsilon, delta, adjacency, method and source,
 * then assumptions and remark. Upper bounds and their delta are rounded up to four digits, lower bounds and
 * theirs down.
 *
 * @returns one or more sentences, without line breaks
 * @example
 * const claim = { side: "upper", status: "proven", assumptions: [], method: "pld", source: "a paper", adjacency: "zero-out" } as const;
 * const epsilon = { lower: 0.99, estimate: 1, upper: 1.00001 };
 * describeGuarantee({ ...claim, delta: 1e-5, epsilon }); // Proven: epsilon <= 1.001 at delta = 1e-5, zero-out (pld; a paper).
 */
export function describeGuarantee(guarantee: Guarantee): string {
  const name = "describeGuarantee";
  const { side, delta, epsilon, assumptions } = checkOptions(name, guarantee, "guarantee");
  checkOptions(name, epsilon, "guarantee.epsilon");
  checkArray(`${name}: guarantee.assumptions`, assumptions);
  const at = side === "upper" ? formatUp(delta) : formatDown(delta);
  const value = side === "upper" ? formatUp(epsilon.upper) : formatDown(epsilon.lower);
  const claim = describeBound(guarantee, "epsilon", value);
  return describeClaim(`${claim} at delta = ${at}`, guarantee);
}
