import { CLIP_BOUND } from "../../gradients/_internal/clip-factor.js";
import { weightShuffleProtocol } from "../../protocols/weight-shuffle-protocol.js";
import { WEIGHT_SHUFFLE_CALIBRATIONS } from "../run-config.js";
import { stdDevOf } from "./_internal/noise-of.js";
import { GAUSSIAN_PRIVACY, NOISE, POISSON } from "./_internal/shared-fields.js";
import type { ProtocolKind } from "./protocol-kind.js";

/** Shuffled DP-SGD, whose server permutes the model's weights. */
export const weightShuffleKind: ProtocolKind<"weight-shuffle"> = {
  noiseBy: "server",
  fields: {
    ...POISSON,
    ...NOISE,
    batchClipBound: { range: CLIP_BOUND, about: "bound of the sum of a batch's clipped gradients (c')" },
    calibration: {
      words: WEIGHT_SHUFFLE_CALIBRATIONS,
      about: "how a target epsilon becomes noise: by what is proven, or as YJX25 print, which is refuted",
      fallback: "proven",
    },
  },
  privacyFields: GAUSSIAN_PRIVACY,
  roundsPerEpoch: ({ samplingRate }) => 1 / samplingRate,
  roundsPerEvent: () => 1,
  open(config, examples, model) {
    const { samplingRate, clipBound, batchClipBound } = config;
    const sumStdDev = stdDevOf(config);
    const options = { examples, samplingRate, clipBound, batchClipBound, sumStdDev };
    return weightShuffleProtocol({ ...options, model: model! });
  },
};
