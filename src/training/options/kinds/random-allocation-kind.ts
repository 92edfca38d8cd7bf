import { RANGES } from "../../../validate.js";
import { randomAllocationProtocol } from "../../protocols/random-allocation-protocol.js";
import { stdDevOf } from "./_internal/noise-of.js";
import { GAUSSIAN_PRIVACY, NOISE } from "./_internal/shared-fields.js";
import type { ProtocolKind } from "./protocol-kind.js";

/** Central DP-SGD by random allocation; an epoch is one event. */
export const randomAllocationKind: ProtocolKind<"random-allocation"> = {
  noiseBy: "server",
  fields: {
    roundsPerEpoch: {
      range: RANGES.positiveInteger,
      about: "rounds of an epoch; each example joins exactly one of them",
    },
    ...NOISE,
  },
  privacyFields: GAUSSIAN_PRIVACY,
  roundsPerEpoch: (config) => config.roundsPerEpoch,
  roundsPerEvent: (config) => config.roundsPerEpoch,
  open(config, examples) {
    const { roundsPerEpoch, clipBound } = config;
    return randomAllocationProtocol({ examples, roundsPerEpoch, clipBound, sumStdDev: stdDevOf(config) });
  },
};
