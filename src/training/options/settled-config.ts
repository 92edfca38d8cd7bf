import type { CldpRunConfig, GaussianRunConfig, NonprivateRunConfig } from "./run-config.js";

/**
 * A configuration that says how many rounds and how much noise there are, not only what to derive them from.
 */
export type SettledConfig = (NonprivateRunConfig | CldpRunConfig | NoisyRunConfig) & {
  readonly rounds: number;
};

/** A run with Gaussian noise whose noise is settled. */
export type NoisyRunConfig = GaussianRunConfig & { readonly noiseToClip: number };
