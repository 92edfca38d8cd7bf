import type { Accountant } from "../core/accountant.js";
import { advancedComposition } from "./advanced-composition.js";
import { blanket } from "./blanket.js";
import { checkInSum } from "./check-in-sum.js";
import { clones2021 } from "./clones-2021.js";
import { clones2021Numerical } from "./clones-2021-numerical.js";
import { clones2023 } from "./clones-2023.js";
import { clones2023Pld } from "./clones-2023-pld.js";
import { clones2023Rdp } from "./clones-2023-rdp.js";
import { gdd21Lower } from "./gdd21-lower.js";
import { gdd21Upper } from "./gdd21-upper.js";
import { liew22Baseline } from "./liew22-baseline.js";
import { liew22Generic } from "./liew22-generic.js";
import { pld } from "./pld.js";
import { pldPoisson } from "./pld-poisson.js";
import { rdpExact } from "./rdp-exact.js";
import { rdpPoisson } from "./rdp-poisson.js";
import { rdpPublished } from "./rdp-published.js";
import { strongComposition } from "./strong-composition.js";
import { unshuffled } from "./unshuffled.js";
import { yjx25Published } from "./yjx25-published.js";

/** Every accountant that `guarantees` evaluates; a new analysis is a new file and a line here. */
export const accountants: readonly Accountant[] = [
  unshuffled,
  rdpPoisson,
  rdpExact,
  rdpPublished,
  checkInSum,
  gdd21Upper,
  gdd21Lower,
  clones2023Rdp,
  pld,
  pldPoisson,
  clones2023Pld,
  strongComposition,
  advancedComposition,
  clones2021,
  clones2021Numerical,
  clones2023,
  blanket,
  liew22Baseline,
  liew22Generic,
  yjx25Published,
];
