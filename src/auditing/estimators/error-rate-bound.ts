import { checkArray, checkNumber, checkOptions, RANGES } from "../../validate.js";
import type { TradeOffPoint } from "./trade-off-band.js";

/** Of the result, for rounding. */
const ROUNDING = 1 - 1e-12;

/**
 * A lower bound of epsilon from upper bounds of both errors of an attack.
 *
 * ε = max{ log((1 - δ - typeTwo) / typeOne), log((1 - δ - typeOne) / typeTwo), 0 }, both errors at their
 * upper bounds; the largest of all points. Guarantee: lower bound with the confidence with which all of the
 * errors' bounds hold: of {@link tradeOffBand} at every threshold, of {@link clopperPearson} at a threshold
 * that was fixed beforehand, each error at half of the allowed one. Rounded down.
 *
 * @param points the errors, each with its upper bound
 * @param options.delta δ, [0, 1)
 * @returns ε, nats
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range
 * @example
 * const rates = { threshold: 0, typeOne: { estimate: 0.1, upper: 0.12 }, typeTwo: { estimate: 0.2, upper: 0.23 } };
 * errorRateBound([rates], { delta: 0 }).toFixed(4); // "1.8589"
 * @see Kairouz, Oh and Viswanath, "The Composition Theorem for Differential Privacy", 2015, Theorem 2.1;
 *   docs/theorems/audit-trade-off.md
 */
export function errorRateBound(
  points: readonly Pick<TradeOffPoint, "typeOne" | "typeTwo">[],
  options: { readonly delta: number },
): number {
  const { delta } = checkOptions("errorRateBound", options);
  checkNumber("errorRateBound: delta", delta, { ...RANGES.probability, maxIncluded: false });
  const bounds = checkArray("errorRateBound: points", points).map((point, index) => {
    const { typeOne, typeTwo } = checkOptions("errorRateBound", point, `points[${index}]`);
    const first = checkNumber("errorRateBound: typeOne.upper", typeOne?.upper, RANGES.probability);
    const second = checkNumber("errorRateBound: typeTwo.upper", typeTwo?.upper, RANGES.probability);
    return Math.max(logRatio(1 - delta - second, first), logRatio(1 - delta - first, second));
  });
  return Math.max(0, ...bounds) * ROUNDING;
}

/** 0 where there is nothing to divide: an upper bound of 0 is none. */
function logRatio(numerator: number, denominator: number): number {
  return numerator > 0 && denominator > 0 ? Math.log(numerator / denominator) : 0;
}
