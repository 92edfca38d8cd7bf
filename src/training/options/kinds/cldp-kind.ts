import { LOCAL_EPSILONS } from "../../../validate.js";
import { RANDOMIZER_NAMES } from "../../gradients/gradient-randomizer.js";
import { dimensionOf } from "../../models/model.js";
import { cldp } from "../../protocols/cldp.js";
import { CLIP, DUMMIES, PRIVACY, SAMPLED } from "./_internal/shared-fields.js";
import type { ProtocolKind } from "./protocol-kind.js";

/** CLDP-SGD. */
export const cldpKind: ProtocolKind<"cldp"> = {
  noiseBy: "users",
  fields: {
    randomizer: { words: RANDOMIZER_NAMES, about: "what every user makes of her gradient" },
    localEpsilon: { range: LOCAL_EPSILONS, about: "local differential privacy of one report" },
    ...SAMPLED,
    ...CLIP,
    ...DUMMIES,
  },
  privacyFields: PRIVACY,
  roundsPerEpoch: ({ sampled }, examples) => examples / sampled,
  roundsPerEvent: () => 1,
  open(config, users, model) {
    const { sampled, randomizer: kind, localEpsilon, clipBound, dummies, dummiesBy } = config;
    const randomizer = { kind, localEpsilon, clipBound };
    const dimension = model === undefined ? {} : { dimension: dimensionOf(model) };
    return cldp({ users, sampled, randomizer, dummies, dummiesBy, ...dimension });
  },
};
