import { DOMAIN } from "../../validate.js";
import type { EventKindOf } from "./event-kind.js";

/**
 * One number, clipped to an interval, with Laplace noise of scale b added, which is (W / b)-LDP. The distance
 * of two records is at most the interval's width W, under zero-out too: the zero record is a value of the
 * interval, and may be an end of it.
 */
export interface LaplaceScalarEvent {
  readonly kind: "laplaceScalar";
  /** Scale of the noise over the width of the interval (b / W): a finite number in [0.02, 1e9]. */
  readonly noiseToWidth: number;
}

/** What `laplaceScalar` means, and its fields. */
export const laplaceScalarKind: EventKindOf<LaplaceScalarEvent> = {
  meaning:
    "One report of a number that is clipped to an interval of width W, with Laplace noise of scale b; two records differ by at most W, under zero-out too.",
  fields: {
    noiseToWidth: {
      meaning: "scale of the noise over the width of the interval",
      symbol: "b / W",
      type: DOMAIN.laplaceNoise,
      unit: "widths",
    },
  },
};
