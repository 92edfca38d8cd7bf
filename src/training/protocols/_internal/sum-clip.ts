import type { ClipRule } from "../../gradients/clip-rule.js";

/**
 * More than rounding can part two neighbours' sums, in clip bounds.
 *
 * The engine adds 64 gradients in f32 before it goes on in f64. Partial sums are at most 1, 2, ..., 64 bounds
 * long and each is rounded by 2^-24 of itself, so a chunk is off by less than 64 * 65 / 2 * 2^-24 = 1.24e-4
 * bounds. Batches that differ by one record, in what it is or in whether it takes part, share all chunks but
 * one, which may be two (`chunkStarts`): 2.5e-4 for what is rounded on both sides; the f64 additions of 10^5
 * chunks stay below 8e-5.
 */
const ROUNDING = 2 ** -11;

/**
 * How to clip gradients so that neighbours' sums, as they are computed, differ by no more than the
 * sensitivity at C.
 */
export function sumClip(clipBound: number): ClipRule & { readonly norm: "l2" } {
  return { norm: "l2", bound: clipBound * (1 - ROUNDING) };
}
