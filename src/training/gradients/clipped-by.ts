import { rotationOf } from "./_internal/rotation-of.js";
import type { ClipRule } from "./clip-rule.js";

/** What a clip rule makes of a gradient, in double precision; itself where it is short enough. */
export function clippedBy(clip: ClipRule, gradient: Float64Array): Float64Array {
  switch (clip.norm) {
    case "none":
      return gradient;
    case "l2-blocks": {
      const rotated = rotationOf(clip, gradient.length);
      return rotated.join(rotated.cut(gradient));
    }
    case "l1":
      return scaledOnto(
        clip.bound,
        gradient,
        gradient.reduce((sum, x) => sum + Math.abs(x), 0),
      );
    case "l2":
      return scaledOnto(clip.bound, gradient, Math.sqrt(gradient.reduce((sum, x) => sum + x * x, 0)));
    case "linf":
      return scaledOnto(
        clip.bound,
        gradient,
        gradient.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
      );
  }
}

function scaledOnto(bound: number, gradient: Float64Array, norm: number): Float64Array {
  return norm <= bound ? gradient : gradient.map((entry) => entry * (bound / norm));
}
