import { DOMAIN } from "../../validate.js";
import type { EventKindOf } from "./event-kind.js";

/**
 * Gaussian noise on a vector, or a sum of vectors, clipped to l2 norm C. Stated by one of two ratios:
 * `noiseToClip` says the same noise under every adjacency, `noiseMultiplier` is relative to the sensitivity
 * of the adjacency in use (`sensitivityToClip`).
 */
export type GaussianEvent = GaussianByClip | GaussianBySensitivity;

/**
 * Gaussian noise by its standard deviation over the clip bound: what Opacus and TensorFlow Privacy call noise
 * multiplier.
 */
export interface GaussianByClip {
  readonly kind: "gaussian";
  /**
   * Standard deviation over the clip bound C, the same noise under every adjacency (s / C): a finite number
   * in [0.001, 1e9].
   */
  readonly noiseToClip: number;
  readonly noiseMultiplier?: never;
}

/**
 * Gaussian noise by its standard deviation over the l2 sensitivity of the adjacency in use, of vectors
 * clipped to norm C: 2C under replace-one, else C. That no two vectors are more than 2C apart is not enough:
 * one-hot vectors are √2 apart, and their C is 1.
 */
export interface GaussianBySensitivity {
  readonly kind: "gaussian";
  /**
   * Standard deviation over the l2 sensitivity of the adjacency in use (σ): a finite number in [0.001, 1e9].
   */
  readonly noiseMultiplier: number;
  readonly noiseToClip?: never;
}

/** What `gaussian` means, and its fields. */
export const gaussianKind: EventKindOf<GaussianEvent> = {
  meaning: "Gaussian noise on a vector, or on a sum of vectors, each clipped to l2 norm C.",
  fields: {
    noiseMultiplier: {
      meaning: "standard deviation over the l2 sensitivity of the adjacency in use",
      symbol: "σ",
      type: DOMAIN.noise,
      unit: "sensitivities",
      oneOf: "the noise",
    },
    noiseToClip: {
      meaning: "standard deviation over the clip bound C, the same noise under every adjacency",
      symbol: "s / C",
      type: DOMAIN.noise,
      unit: "clip bounds",
      oneOf: "the noise",
    },
  },
};
