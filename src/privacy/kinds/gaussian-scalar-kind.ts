import { DOMAIN } from "../../validate.js";
import type { EventKindOf } from "./event-kind.js";

/**
 * One number, clipped to an interval, with Gaussian noise of standard deviation s added. The distance of two
 * records is at most the interval's width W, under zero-out too: the zero record is a value of the interval,
 * and may be an end of it.
 */
export interface GaussianScalarEvent {
  readonly kind: "gaussianScalar";
  /**
   * Standard deviation of the noise over the width of the interval (s / W): a finite number in [0.001, 1e9].
   */
  readonly noiseToWidth: number;
}

/** What `gaussianScalar` means, and its fields. */
export const gaussianScalarKind: EventKindOf<GaussianScalarEvent> = {
  meaning:
    "One report of a number that is clipped to an interval of width W, with Gaussian noise of standard deviation s; two records differ by at most W, under zero-out too.",
  fields: {
    noiseToWidth: {
      meaning: "standard deviation of the noise over the width of the interval",
      symbol: "s / W",
      type: DOMAIN.noise,
      unit: "widths",
    },
  },
};
