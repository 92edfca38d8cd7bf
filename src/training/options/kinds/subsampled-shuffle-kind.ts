import { subsampledShuffleProtocol } from "../../protocols/subsampled-shuffle-protocol.js";
import { blocksOf, stdDevOf } from "./_internal/noise-of.js";
import { BLOCKS, GAUSSIAN_PRIVACY, NOISE, SAMPLED } from "./_internal/shared-fields.js";
import type { ProtocolKind } from "./protocol-kind.js";

/** Subsampled shuffle Gaussian. */
export const subsampledShuffleKind: ProtocolKind<"subsampled-shuffle"> = {
  noiseBy: "users",
  fields: { ...SAMPLED, ...NOISE, ...BLOCKS },
  privacyFields: GAUSSIAN_PRIVACY,
  roundsPerEpoch: ({ sampled }, examples) => examples / sampled,
  roundsPerEvent: () => 1,
  open(config, users, model) {
    const { sampled, clipBound } = config;
    const reportStdDev = stdDevOf(config);
    return subsampledShuffleProtocol({ users, sampled, clipBound, reportStdDev, ...blocksOf(config, model) });
  },
};
