import { MAX_ORDER } from "../../../src/accounting/claims/renyi-curve.js";
import { checkInSumRdpCurve } from "../../../src/accounting/theorems/check-in-sum.js";
import { gaussianEpsilon } from "../../../src/accounting/theorems/gaussian.js";
import { shuffleGaussianRdp } from "../../../src/accounting/theorems/shuffle-gaussian.js";
import { subsampledShuffleGaussianRdp } from "../../../src/accounting/theorems/subsampled-shuffle-gaussian.js";
import { formatDown } from "../../../src/privacy/format-number.js";
import { computed, itemOf, spentBy, testedItem } from "../../_internal/item-values.js";
import type { PaperItem } from "../../paper-item.js";
import {
  ALONE,
  certifiedBelow,
  exactDivergence,
  TWO,
  twoUsersDivergence,
  QUERY as ZERO_OUT,
} from "./refuted-cases.js";
import { DELTA, repeated, USERS } from "./table-1.js";

const THEOREMS = "src/accounting/theorems";
const NO_WORST_CASE =
  "the pair of data sets is no worst case: another spends more than the theorem claims (docs/theorems/shuffle-gaussian.md)";
const FEW_USERS = "no upper bound for few users, and conditional elsewhere";

/** How each paper numbers what both of them print. */
export interface Numbering {
  readonly theorem1: string;
  readonly theorem2: string;
  readonly sum: string;
  readonly monotonicity: string;
  readonly theorem3: string;
}

const DEFINITIONS: readonly PaperItem[] = [
  testedItem(
    "Definition 1, central DP",
    "a definition, replacement of one record",
    "test/properties/true-cohorts.test.ts",
    {
      why: "adjacency replace-one; the numbers of both papers are zero-out (docs/conventions.md)",
    },
  ),
  testedItem("Definition 2, local DP", "a definition", "src/accounting/theorems/gaussian.test.ts"),
  testedItem("Definition 3, Rényi DP", "a definition", "src/accounting/rdp/ratio.test.ts"),
  testedItem("Definition 4, Gaussian mechanism", "a definition", "src/accounting/theorems/gaussian.test.ts"),
  testedItem("Lemma 1, composition", "divergences add up", "src/accounting/rdp/compose-renyi.test.ts"),
  testedItem(
    "Lemma 2, conversion to (epsilon, delta)",
    "a formula",
    "src/accounting/rdp/renyi-to-epsilon.test.ts",
    {
      why: '"1 < delta < 0" is a misprint of 0 < delta < 1',
    },
  ),
];

/** From Corollary 1 to the end of Section 3. */
const COROLLARY: readonly PaperItem[] = [
  testedItem("Corollary 1", "at most lambda / (2 sigma^2)", `${THEOREMS}/shuffle-gaussian.test.ts`, {
    ours: computed(() => 2 / (2 * 9.48 ** 2), " at order 2, sigma 9.48"),
    proven: "the method unshuffled",
  }),
  testedItem(
    "After Corollary 1, no degradation by shuffling",
    "a claim",
    "src/accounting/accountants/registry.test.ts",
    {
      ours: "every figure is at most unshuffled's",
    },
  ),
  testedItem("Algorithm 1", "partitions", "src/accounting/rdp/ratio.test.ts", {
    ours: "the same values by recurrences",
    why: "as printed it lacks / (2 sigma^2) in the exponent and returns the sum for its logarithm",
  }),
  testedItem(
    "Section 3.1, numerics of Algorithm 1",
    "log-sum-exp, log-gamma, cached partitions",
    "src/accounting/rdp/ratio.test.ts",
    {
      ours: () => `orders to ${MAX_ORDER.toLocaleString("en-US")} in place of 30`,
    },
  ),
];

const SECTION_5: readonly PaperItem[] = [
  itemOf(
    "Section 5.1, sigma = 9.48 is (1, 1/n)-LDP",
    "epsilon 1",
    `vitest run ${THEOREMS}/clones-gaussian.test.ts`,
    "agrees",
    {
      ours: () =>
        `${gaussianEpsilon({ noiseMultiplier: 4.74, delta: 1 / USERS }).toFixed(3)} at distance 2, ${gaussianEpsilon({ noiseMultiplier: 9.48, delta: 1 / USERS }).toFixed(3)} at distance 1 (proven)`,
      why: "by the textbook's calibration at sensitivity 2; the exact figures are less",
    },
  ),
  itemOf(
    "Section 5.1, clones are tighter without composition",
    "0.18623 against 0.22820",
    "vitest run src/accounting/rdp/renyi-to-epsilon.test.ts",
    "does not agree",
    {
      ours: [
        spentBy(repeated(1), { adjacency: "zero-out", delta: DELTA, method: "rdp-published" }),
        " at T = 1 with all orders",
      ],
      why: "an effect of the orders up to 30 alone",
    },
  ),
  testedItem(
    "Section 5.1, condition of the clones",
    "eps0 <= log(n / (16 log(2 / delta)))",
    `${THEOREMS}/clones-2021.test.ts`,
  ),
  testedItem(
    "Section 5.1, strong composition",
    "Kairouz, Oh and Viswanath",
    `${THEOREMS}/strong-composition.test.ts`,
  ),
  testedItem(
    "Related work, Fourier accountants reach n of about 10",
    "n <= 10",
    "src/accounting/composition/pld-accountant.test.ts",
    {
      ours: "the method pld, certified, for any n",
    },
  ),
  testedItem("Introduction, users, shuffler, server", "a protocol", "test/federated/round.test.ts"),
];

/** Definitions, lemmas and theorems of both papers. */
export function commonItems(names: Numbering): PaperItem[] {
  return [...DEFINITIONS, ...theoremItems(names), ...SECTION_5];
}

function theoremItems(names: Numbering): PaperItem[] {
  const divergence = (order: number) => () =>
    shuffleGaussianRdp({ users: USERS, noiseMultiplier: 9.48, order });
  return [
    testedItem(names.theorem1, "a sum over partitions", `${THEOREMS}/shuffle-gaussian.test.ts`, {
      ours: computed(divergence(30), " at order 30, Table 1's setting"),
      why: "the formula; what it is worth stands in the next row",
    }),
    itemOf(
      `${names.theorem1}, for all neighbours "w.l.o.g."`,
      "a worst case",
      "vitest run src/accounting/accountants/rdp-exact.test.ts",
      "refuted",
      {
        ours: computed(
          () => shuffleGaussianRdp({ users: 2, noiseMultiplier: 1, order: 2 }),
          " at two users, sigma 1, order 2 (conditional)",
        ),
        proven: () => `no less than ${formatDown(twoUsersDivergence([1, -1], [0, -1]))}`,
        why: NO_WORST_CASE,
      },
    ),
    ...COROLLARY,
    testedItem(names.theorem2, "a formula", `${THEOREMS}/shuffle-gaussian.test.ts`, {
      ours: computed(
        () => subsampledShuffleGaussianRdp({ users: USERS, sampled: 6000, noiseMultiplier: 5, order: 8 }),
        " at order 8, m = 6,000, sigma 5",
      ),
      why: "conditional: built on Theorem 1",
    }),
    testedItem(
      "Appendix A, subsampled Rényi DP of Wang et al.",
      "Theorem 9 there",
      `${THEOREMS}/fixed-size-subsampled.test.ts`,
    ),
    ...checkInTheorems(names),
  ];
}

/** What both papers say of users who check in. */
function checkInTheorems(names: Numbering): PaperItem[] {
  return [
    itemOf(
      names.sum,
      "a sum over the number who check in",
      `vitest run ${THEOREMS}/check-in-sum.test.ts`,
      "refuted",
      {
        ours: computed(() => checkInSumRdpCurve(ALONE).at(3), " for one user, rate 0.5, sigma 1.5, order 3"),
        proven: () => `no less than ${formatDown(exactDivergence(ALONE, 3))}`,
        why: FEW_USERS,
      },
    ),
    testedItem(names.monotonicity, "falls with n, not proven", "src/accounting/rdp/ratio.test.ts", {
      proven: "a theorem (docs/theorems/law-of-the-mean.md)",
    }),
    itemOf(
      names.theorem3,
      "a formula with a slack",
      "vitest run src/accounting/accountants/rdp-published.test.ts",
      "refuted",
      {
        ours: [
          spentBy(TWO, { ...ZERO_OUT, method: "rdp-published" }),
          " for two users, rate 0.1, sigma 1, delta 1e-5",
        ],
        proven: () => `no less than ${formatDown(certifiedBelow(TWO))}`,
        why: "inherits the error of the sum for few users; conditional elsewhere; LT22's Equation 18 lost its exponentials, LT23's Equation 13 is right",
      },
    ),
  ];
}
