import type { MechanismEvent } from "../../../src/privacy/index.js";

const USERS = 60_000;
/** Of a round. */
export const BATCH = 60;
/** Noise of a report in clip bounds. */
export const NOISE_TO_CLIP = 0.86;
/**
 * Neighbours' reports lie up to two clip bounds apart: this noise is (12, 1e-5) for a report, as LT23 print.
 */
const NOISE_MULTIPLIER = NOISE_TO_CLIP / 2;
/** A round of the shuffled run. */
export const SHUFFLED: MechanismEvent = {
  kind: "subsampledShuffle",
  users: USERS,
  sampled: BATCH,
  of: { kind: "gaussian", noiseMultiplier: NOISE_MULTIPLIER },
};
/** Of a record. */
export const SAMPLING_RATE: number = BATCH / USERS;
/** The same noise on the sum of a batch, added by a trusted server. */
export const CENTRAL: MechanismEvent = {
  kind: "poissonSample",
  rate: SAMPLING_RATE,
  of: { kind: "gaussian", noiseMultiplier: Math.sqrt(BATCH) * NOISE_MULTIPLIER },
};

/** What is asked of both. */
export const QUERY = { adjacency: "replace-one", delta: 1e-5 } as const;
