import type { Accountant } from "../core/accountant.js";
import { checkInSumAccountant } from "./check-in-sum.js";
import { approximateAccountants } from "./clones-2021.js";
import { clonesPldAccountant } from "./clones-2023-pld.js";
import { clones2023RdpAccountant } from "./clones-2023-rdp.js";
import { gdd21LowerAccountant, gdd21UpperAccountant } from "./gdd21-upper.js";
import { liew22BaselineAccountant, liew22GenericAccountant } from "./liew22-baseline.js";
import { exactPairPldAccountant } from "./pld.js";
import { poissonPldAccountant } from "./pld-poisson.js";
import { exactPairAccountant } from "./rdp-exact.js";
import { poissonAccountant } from "./rdp-poisson.js";
import { publishedAccountant } from "./rdp-published.js";
import { unshuffledAccountant } from "./unshuffled.js";
import { weightsShufflingAccountant } from "./yjx25-published.js";

/** Every method that `guarantees` asks; a new analysis is a new file and a line here. */
export const accountants: readonly Accountant[] = [
  unshuffledAccountant,
  poissonAccountant,
  exactPairAccountant,
  publishedAccountant,
  checkInSumAccountant,
  gdd21UpperAccountant,
  gdd21LowerAccountant,
  clones2023RdpAccountant,
  exactPairPldAccountant,
  poissonPldAccountant,
  clonesPldAccountant,
  ...approximateAccountants,
  liew22BaselineAccountant,
  liew22GenericAccountant,
  weightsShufflingAccountant,
];
