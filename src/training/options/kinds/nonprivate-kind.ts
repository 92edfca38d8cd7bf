import { RANGES } from "../../../validate.js";
import { nonprivate } from "../../protocols/nonprivate.js";
import type { ProtocolKind } from "./protocol-kind.js";

/** Plain minibatches: nothing is promised. */
export const nonprivateKind: ProtocolKind<"nonprivate"> = {
  noiseBy: "nobody",
  fields: { batchSize: { range: RANGES.positiveInteger, about: "examples in a batch" } },
  privacyFields: {},
  roundsPerEpoch: ({ batchSize }, examples) => examples / batchSize,
  roundsPerEvent: () => 1,
  open: ({ batchSize }, examples) => nonprivate({ examples, batchSize }),
};
