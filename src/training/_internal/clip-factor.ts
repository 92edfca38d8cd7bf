import { checkNumber, checkOneOf } from "../../validate.js";
import type { ClipRule } from "../gradient-engine.js";

/**
 * Covers all roundings between a gradient's exact norm and its clipped f32 entries: the norm's own error (2^-21.9 at most, for
 * an outer product), the factor's (2^-24) and the entries' (two of 2^-24). So the clipped gradient's exact norm is within the
 * bound, and at most 2^-19 below it for that reason.
 */
const MARGIN = 1 + 2 ** -20;

/** Below this the squares of entries that matter would leave f32's range. */
const SMALLEST_BOUND = 1e-15;

/** What to multiply a gradient of this norm with. NaN for a norm that is not finite: a poisoned sum is found, a zero is not. */
export function clipFactor(clip: ClipRule, norm: number): number {
  if (clip.norm === "none") return 1;
  if (!(norm < Infinity)) return NaN;
  const safe = norm * MARGIN;
  return safe <= clip.bound ? 1 : clip.bound / safe;
}

/** @throws DpError BAD_INPUT an unknown norm; OUT_OF_RANGE a bound that is not in [1e-15, inf) */
export function checkClip(clip: ClipRule): void {
  const norm = checkOneOf("clip.norm", clip.norm, ["l2", "linf", "none"]);
  if (norm === "none") return;
  checkNumber("clip.bound", (clip as { bound: unknown }).bound, { min: SMALLEST_BOUND });
}
