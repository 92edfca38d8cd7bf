import { checkNumber, checkOptions, RANGES } from "../../validate.js";

/**
 * YJX25's figure of an audit, as printed: a point estimate, not a bound.
 *
 * ε = max{ log((1 - α - δ)/β), log((1 - β - δ)/α), 0 } with the observed rates α of type I and β of type II
 * errors. Guarantee: none. Chance errors go both ways, and a threshold chosen after the fact raises it. An
 * observed rate of 0 gives Infinity.
 *
 * @param options.typeOne α, [0, 1]
 * @param options.typeTwo β, [0, 1]
 * @param options.delta δ, [0, 1)
 * @returns ε, nats
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range
 * @example yjx25Estimate({ typeOne: 0.3, typeTwo: 0.4, delta: 1e-5 }).toFixed(4); // "0.6931"
 * @see YJX25, Equation 45
 */
export function yjx25Estimate(options: {
  readonly typeOne: number;
  readonly typeTwo: number;
  readonly delta: number;
}): number {
  const { typeOne, typeTwo, delta } = checkOptions("yjx25Estimate", options);
  checkNumber("yjx25Estimate: typeOne", typeOne, RANGES.probability);
  checkNumber("yjx25Estimate: typeTwo", typeTwo, RANGES.probability);
  checkNumber("yjx25Estimate: delta", delta, { ...RANGES.probability, maxIncluded: false });
  return Math.max(
    0,
    logOfPositive((1 - typeOne - delta) / typeTwo),
    logOfPositive((1 - typeTwo - delta) / typeOne),
  );
}

function logOfPositive(ratio: number): number {
  return ratio > 0 ? Math.log(ratio) : 0;
}
