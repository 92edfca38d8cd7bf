import { itemOf, spentBy } from "../_internal/item-values.js";
import type { PaperItem } from "../paper-item.js";
import { commonItems } from "./_internal/common-items.js";
import { checkInItems, table1Items } from "./_internal/shared-items.js";
import { DELTA, repeated } from "./_internal/table-1.js";

const QUERY = { adjacency: "zero-out", delta: DELTA } as const;

/** LT22's, in the paper's order but for Section 5. */
export const LT22_ITEMS: readonly PaperItem[] = [
  ...commonItems({
    theorem1: "Theorem 1, Equation 1",
    theorem2: "Theorem 2, Equation 16",
    sum: "Equation 17",
    monotonicity: "Conjecture 1",
    theorem3: "Theorem 3, Equation 18",
  }),
  itemOf(
    "Footnote 3, LDP-SGD",
    "one sign and a random unit vector",
    "croupier experiment lt22-ldp-sgd",
    "agrees",
    {
      ours: "hemisphereRandomizer: `croupier train --protocol cldp --randomizer hemisphere`",
    },
  ),
  ...table1Items("lt22"),
  itemOf("Figure 1a, upper bound (no shuffling)", "a curve", "croupier experiment lt22-figure-1a", "agrees", {
    ours: spentBy(repeated(1000), { ...QUERY, method: "unshuffled" }),
    proven: spentBy(repeated(1000), { ...QUERY, method: "transposition-pld" }),
    why: "at T = 1,000; no values are printed",
  }),
  itemOf("Figure 1a, RDP bound", "a curve", "croupier experiment lt22-figure-1a", "agrees", {
    ours: spentBy(repeated(1000), { ...QUERY, method: "rdp-published" }),
    proven: spentBy(repeated(1000), { ...QUERY, method: "transposition-pld" }),
    why: "at T = 1,000; no values are printed",
  }),
  ...checkInItems("lt22"),
];
