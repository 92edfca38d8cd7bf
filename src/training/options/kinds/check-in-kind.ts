import { ABSENTEES, checkIn } from "../../protocols/check-in.js";
import { blocksOf, stdDevOf } from "./_internal/noise-of.js";
import { BLOCKS, GAUSSIAN_PRIVACY, NOISE, POISSON } from "./_internal/shared-fields.js";
import type { ProtocolKind } from "./protocol-kind.js";

/** Shuffled check-in. */
export const checkInKind: ProtocolKind<"check-in"> = {
  noiseBy: "users",
  fields: {
    ...POISSON,
    ...NOISE,
    ...BLOCKS,
    absentees: {
      words: ABSENTEES,
      about: "what users send who do not join: nothing (silent, the default), or a dummy for each report",
      optional: true,
    },
  },
  privacyFields: GAUSSIAN_PRIVACY,
  roundsPerEpoch: ({ samplingRate }) => 1 / samplingRate,
  roundsPerEvent: () => 1,
  open(config, users, model) {
    const { samplingRate, clipBound, absentees } = config;
    const reportStdDev = stdDevOf(config);
    return checkIn({ users, samplingRate, clipBound, reportStdDev, absentees, ...blocksOf(config, model) });
  },
};
