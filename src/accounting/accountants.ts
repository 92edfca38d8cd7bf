import type { Accountant } from "./accountant.js";
import { approximateAccountants } from "./approximate/accountants.js";
import { liew22BaselineAccountant, liew22GenericAccountant } from "./liew22.js";
import { clonesPldAccountant } from "./pld/accountants/clones.js";
import { exactPairPldAccountant } from "./pld/accountants/exact-pair.js";
import { poissonPldAccountant } from "./pld/accountants/poisson.js";
import { checkInSumAccountant } from "./rdp/check-in-sum.js";
import { clones2023RdpAccountant } from "./rdp/clones-2023.js";
import { exactPairAccountant } from "./rdp/exact-pair.js";
import { gdd21LowerAccountant, gdd21UpperAccountant } from "./rdp/gdd21.js";
import { poissonAccountant } from "./rdp/poisson.js";
import { publishedAccountant } from "./rdp/published.js";
import { unshuffledAccountant } from "./rdp/unshuffled.js";
import { weightsShufflingAccountant } from "./weights-shuffling.js";

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
