import type { AccountingMethod } from "../../../src/privacy/index.js";
import { itemOf, spentBy, trained } from "../../_internal/item-values.js";
import type { PaperItem } from "../../paper-item.js";
import { closedFormOrder } from "./closed-form-order.js";
import {
  clonesAsPrinted,
  DELTA,
  epsilonAsPrinted,
  PRINTED_CLONES,
  PRINTED_OURS,
  repeated,
} from "./table-1.js";

/** Section 5.2's run with check-in. */
export const CHECK_IN = {
  kind: "repeat",
  times: 5540,
  of: {
    kind: "checkInShuffle",
    users: 60_000,
    checkInRate: 0.1,
    of: { kind: "gaussian", noiseMultiplier: 5 },
  },
} as const;
const CHECK_IN_QUERY = { adjacency: "zero-out", delta: 1e-5 } as const;
const PAIR_ONLY =
  "Theorem 1's pair of data sets is no worst case: its figures hold where all other users hold one record";

/** Table 1, a row for each number of rounds and method; both papers print it. */
export function table1Items(paper: "lt22" | "lt23"): PaperItem[] {
  const command = `croupier experiment ${paper}-table-1`;
  return PRINTED_OURS.flatMap((ours, i) => {
    const times = i + 1;
    const query = { adjacency: "zero-out", delta: DELTA } as const;
    return [
      itemOf(`Table 1, Ours, T = ${times}`, ours.toFixed(5), command, "agrees", {
        ours: () => `${epsilonAsPrinted(times).toFixed(5)} (conditional)`,
        proven: spentBy(repeated(times), { ...query, method: "transposition-pld" }),
        why: `${PAIR_ONLY}; the proven figure is for all data sets`,
      }),
      itemOf(`Table 1, Clones, T = ${times}`, PRINTED_CLONES[i]!.toFixed(5), command, "agrees", {
        ours: () => `${upTo5Digits(clonesAsPrinted(times))} (proven)`,
        proven: spentBy(repeated(times), { ...query, method: "clones-2023-pld" }),
        why: "the delta that the authors scanned is found by matching digits",
      }),
    ];
  });
}

/** What Section 5.2 says of computing. */
const COMPUTING: readonly PaperItem[] = [
  itemOf(
    "Section 5.2, O(n) times more computation",
    "a claim",
    "vitest run src/accounting/theorems/check-in-sum.test.ts",
    "refuted",
    {
      ours: "the whole sum over n is within seconds",
      why: "80 to 130 counts carry all of the sum over n (docs/theorems/shuffle-gaussian.md)",
    },
  ),
  itemOf(
    "Section 5.2, sqrt(B) sigma on a sum",
    "simulates B reports",
    "vitest run test/statistical/shuffled-gaussians.test.ts",
    "agrees",
    {
      ours: "the same law",
    },
  ),
];

/** As many digits as the table has, up. */
function upTo5Digits(epsilon: number): string {
  return (Math.ceil(epsilon * 1e5) / 1e5).toFixed(5);
}

/** The two other lines as the paper's years knew them. */
function closedForms(): string {
  const { generic, baseline } = closedFormOrder();
  return `; by the closed form of 2021 the generic bound is ${generic.toFixed(1)}, the baseline ${Math.round(baseline).toLocaleString("en")}`;
}

/** Section 5.2 and Figure 1b, which both papers print. */
export function checkInItems(paper: "lt22" | "lt23"): PaperItem[] {
  const command = `croupier experiment ${paper === "lt22" ? "lt22-check-in" : "lt23-accuracy-1b"}`;
  const train = "croupier train --preset mnist-check-in-lt22";
  const of = (method: AccountingMethod) => spentBy(CHECK_IN, { ...CHECK_IN_QUERY, method });
  return [
    itemOf("Figure 1b, Gauss bound", "a curve, leftmost", command, "does not agree", {
      ours: [of("rdp-published"), closedForms],
      proven: of("transposition-pld"),
      why: "the order is reversed: the generic bound is left of it, because the clones inside of that are those of 2023; with the closed form of 2021 the order is the paper's",
    }),
    itemOf("Figure 1b, generic bound", "a curve, in the middle", command, "does not agree", {
      ours: of("liew22-generic"),
      proven: of("transposition-pld"),
      why: "a reconstruction, by the clones of 2023 (docs/theorems/liew22.md)",
    }),
    itemOf("Figure 1b, baseline", "a curve, rightmost", command, "agrees", {
      ours: of("liew22-baseline"),
      proven: of("transposition-pld"),
      why: "rightmost here too; a reconstruction",
    }),
    itemOf("Figure 1b, accuracy", "80 %, optimal", train, "agrees", {
      ours: [
        trained(/`mnist-check-in-lt22` \| [^|]+ \| \*\*([\d.]+ %)\*\*/, " after all rounds, 80 % after "),
        trained(/`mnist-check-in-lt22` \| [^|]+ \| [^|]+80 % after ([\d,]+) rounds/, " (one run)"),
      ],
      why: "the learning rate is ours; the paper prints none",
    }),
    itemOf(
      "Figure 1b, accuracy against epsilon",
      "three curves",
      `croupier experiment ${paper}-accuracy${paper === "lt22" ? "" : "-1b"}`,
      "other scale",
      {
        ours: {
          experiment: "lt22-accuracy",
          table: 0,
          row: -1,
          column: "accuracy",
          unit: " % after 150 rounds",
        },
        proven: spentBy({ ...CHECK_IN, times: 150 }, { ...CHECK_IN_QUERY, method: "transposition-pld" }),
        why: "one run of the first 150 of 5,540 rounds",
      },
    ),
    itemOf("Section 5.2, our accounting requires less epsilon", "a claim", command, "does not agree", {
      ours: of("rdp-published"),
      proven: of("liew22-generic"),
      why: "only against the baseline: the generic bound with the clones of 2023 is less, and it is proven",
    }),
    ...COMPUTING,
  ];
}
