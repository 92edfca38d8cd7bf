import type { AccountingMethod } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { joined } from "../composition/joining/joined.js";
import { remembering } from "../composition/remembering.js";
import { withUnlinkableBlocks } from "../composition/with-unlinkable-blocks.js";
import { advancedComposition } from "./advanced-composition.js";
import { blanket } from "./blanket.js";
import { checkInSum } from "./check-in-sum.js";
import { clones2021 } from "./clones-2021.js";
import { clones2021Numerical } from "./clones-2021-numerical.js";
import { clones2023 } from "./clones-2023.js";
import { clones2023Pld } from "./clones-2023-pld.js";
import { clones2023Rdp } from "./clones-2023-rdp.js";
import { cohortLower } from "./cohort-lower.js";
import { dummiesPld } from "./dummies-pld.js";
import { gdd21Lower } from "./gdd21-lower.js";
import { gdd21Upper } from "./gdd21-upper.js";
import { liew22Baseline } from "./liew22-baseline.js";
import { liew22Generic } from "./liew22-generic.js";
import { momentsAccountant } from "./moments-accountant.js";
import { pld } from "./pld.js";
import { pldPoisson } from "./pld-poisson.js";
import { rdpExact } from "./rdp-exact.js";
import { rdpPoisson } from "./rdp-poisson.js";
import { rdpPublished } from "./rdp-published.js";
import { strongComposition } from "./strong-composition.js";
import { transpositionPld } from "./transposition-pld.js";
import { unshuffled } from "./unshuffled.js";
import { yjx25Published } from "./yjx25-published.js";

/** Every method but the one that adds up the others' figures. */
const BY_METHOD: Readonly<Record<Exclude<AccountingMethod, "basic-composition">, Accountant>> = {
  unshuffled,
  "rdp-poisson": rdpPoisson,
  "moments-accountant": momentsAccountant,
  "rdp-exact": rdpExact,
  "rdp-published": rdpPublished,
  "check-in-sum": checkInSum,
  "gdd21-upper": gdd21Upper,
  "gdd21-lower": gdd21Lower,
  "clones-2023-rdp": clones2023Rdp,
  pld,
  "pld-poisson": pldPoisson,
  "clones-2023-pld": clones2023Pld,
  "transposition-pld": transpositionPld,
  "dummies-pld": dummiesPld,
  "strong-composition": strongComposition,
  "advanced-composition": advancedComposition,
  "clones-2021": clones2021,
  "clones-2021-numerical": clones2021Numerical,
  "clones-2023": clones2023,
  blanket,
  "cohort-lower": cohortLower,
  "liew22-baseline": liew22Baseline,
  "liew22-generic": liew22Generic,
  "yjx25-published": yjx25Published,
};

const EACH: readonly Accountant[] = Object.values(BY_METHOD).map(withUnlinkableBlocks).map(remembering);

const ALL = joined(EACH);
const QUICK = joined(EACH.filter(({ slow }) => !slow));

/** Every accountant that `guarantees` evaluates. */
export const accountants: readonly Accountant[] = ALL.unlike;

/** Those that a `quick` report evaluates: figures of unlike rounds rest on quick ones alone. */
export const quickAccountants: readonly Accountant[] = QUICK.unlike;

/**
 * Each as it is evaluated where it is asked for by name: completed by the others for rounds that it does not
 * cover.
 */
export const namedAccountants: readonly Accountant[] = ALL.completed;
