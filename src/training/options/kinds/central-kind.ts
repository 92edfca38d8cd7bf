import { central } from "../../protocols/central.js";
import { stdDevOf } from "./_internal/noise-of.js";
import { GAUSSIAN_PRIVACY, NOISE, POISSON } from "./_internal/shared-fields.js";
import type { ProtocolKind } from "./protocol-kind.js";

/** Central DP-SGD. */
export const centralKind: ProtocolKind<"central"> = {
  noiseBy: "server",
  fields: { ...POISSON, ...NOISE },
  privacyFields: GAUSSIAN_PRIVACY,
  roundsPerEpoch: ({ samplingRate }) => 1 / samplingRate,
  roundsPerEvent: () => 1,
  open(config, examples) {
    const { samplingRate, clipBound } = config;
    return central({ examples, samplingRate, clipBound, sumStdDev: stdDevOf(config) });
  },
};
