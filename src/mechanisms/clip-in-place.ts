import { checkNumber, checkOneOf, checkOptions, RANGES } from "../validate.js";
import { type Norm, normOf } from "./_internal/norm.js";

const NORMS: readonly Norm[] = ["l1", "l2", "linf"];

/** More than the rounding of a single-precision product and of the norm itself. */
const ROUNDING_MARGIN = 2 ** -22;

/**
 * From here up the margin also covers the rounding of 2^24 entries below the smallest normal number of single
 * precision.
 */
const MIN_BOUND = 1e-30;

/**
 * Scales a vector onto a norm ball if it lies outside: g becomes g / max(1, ||g|| / C).
 *
 * Guarantee: afterwards ||g|| <= C, rounding included, also in single precision (for up to 2^24 entries).
 *
 * @param vector g; changed only if its norm exceeds the bound
 * @param rule the norm (for "linf" all entries shrink together, none is cut off by itself) and C, [1e-30, ∞)
 * @returns the norm before
 * @throws DpError OUT_OF_RANGE bound is outside its range, or the vector's norm is not finite; BAD_INPUT the
 *   norm is unknown, or there is no rule
 * @example clipInPlace(Float64Array.of(3, 4), { norm: "l2", bound: 1 }); // 5
 */
export function clipInPlace(
  vector: Float64Array | Float32Array,
  rule: { readonly norm: Norm; readonly bound: number },
): number {
  const kind = checkOneOf("clipInPlace: norm", checkOptions("clipInPlace", rule, "rule").norm, NORMS);
  const bound = checkNumber("clipInPlace: bound", rule.bound, { min: MIN_BOUND });
  const norm = checkNumber(
    `clipInPlace: ${kind} norm of the vector`,
    normOf(vector, kind),
    RANGES.nonNegative,
  );
  if (norm > bound) {
    const length = bound * (1 - ROUNDING_MARGIN);
    // Not times length / norm, which may be too small a double to be accurate.
    for (let index = 0; index < vector.length; index++) vector[index] = (vector[index]! / norm) * length;
  }
  return norm;
}
