import type { ProtocolName } from "../run-config.js";
import { centralKind } from "./central-kind.js";
import { checkInKind } from "./check-in-kind.js";
import { cldpKind } from "./cldp-kind.js";
import { nonprivateKind } from "./nonprivate-kind.js";
import type { ProtocolKind } from "./protocol-kind.js";
import { randomAllocationKind } from "./random-allocation-kind.js";
import { subsampledShuffleKind } from "./subsampled-shuffle-kind.js";
import { weightShuffleKind } from "./weight-shuffle-kind.js";

/** Every training protocol; one that is missing here does not compile. */
export const PROTOCOL_KINDS: { readonly [Name in ProtocolName]: ProtocolKind<Name> } = {
  "check-in": checkInKind,
  "subsampled-shuffle": subsampledShuffleKind,
  cldp: cldpKind,
  central: centralKind,
  "random-allocation": randomAllocationKind,
  "weight-shuffle": weightShuffleKind,
  nonprivate: nonprivateKind,
};

/** The protocols' names, in the order that help lists them. */
export const PROTOCOL_NAMES: readonly ProtocolName[] = Object.keys(PROTOCOL_KINDS) as ProtocolName[];
