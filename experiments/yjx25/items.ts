import { formatNumber } from "../../src/privacy/format-number.js";
import { itemOf, measuredCell, testedItem } from "../_internal/item-values.js";
import type { ItemPart, PaperItem, RecordedFigure } from "../paper-item.js";
import { AUDITED_EXAMPLES, AUDITED_RUN } from "./_internal/audited-run.js";
import { calibrated, deltaOfStep, NO_GUARANTEE } from "./_internal/calibrated-run.js";
import { PAPER_ROWS, type PaperRow } from "./_internal/paper-rows.js";
import { BATCH_SIZE, PUBLISHED_RUNS } from "./_internal/published-runs.js";
import { YJX25_THEORY } from "./_internal/theory-items.js";

const AUDIT = "croupier experiment yjx25-table-6";
const BELOW = "docs/experiments.md, What came out";

/** Loss and accuracy of the ViT with noise or without, which are alike with and without permuting. */
function trainedTwice(row: "ViT, non-private" | "the same, DP-SGD"): ItemPart[] {
  const cells = `\\| ViT, non-private \\|[\\s\\S]*?${row === "ViT, non-private" ? "" : `\\| ${row} \\|`}`;
  return [
    whatCameOut(new RegExp(`${cells} ([\\d.]+, [\\d.]+ %) \\|`), "; permuted "),
    whatCameOut(new RegExp(`${cells} [\\d.]+, [\\d.]+ % \\| ([\\d.]+, [\\d.]+ %) \\|`)),
  ];
}

/** Loss and accuracy of the encoder of bytes, by its row of what yjx25-table-2 measures. */
function trainedMails(row: number): ItemPart[] {
  const cell = (column: string, unit: string) => measuredCell("yjx25-table-2", [1, row, column], unit);
  return [
    ...[cell("test loss", ", "), cell("accuracy, %", " %; permuted ")],
    ...[cell("test loss, permuted", ", "), cell("accuracy, permuted", " %")],
  ];
}

/** Of whole runs of the audit's 10,000 steps. */
function auditCell(row: number, column: string, unit: string): ItemPart {
  return measuredCell("yjx25-table-6-as-printed", [1, row, column], unit);
}

/** By the reading of what Figure 2's sum is. */
function fentonWilkinsonError(reading: number, unit = ""): ItemPart {
  return measuredCell("yjx25-figure-2", [reading, 0, "largest error"], unit);
}

/** A figure of a run of minutes that this page's last section tells. */
function whatCameOut(words: RegExp, unit = ""): RecordedFigure {
  return { page: "docs/experiments.md", words, unit };
}

/** Table I: sizes of the runs. */
const TABLE_1: readonly PaperItem[] = PAPER_ROWS.map((row) =>
  itemOf(
    `Table I, ${row.title}`,
    `${row.millions}M weights, N = ${row.examples.toLocaleString("en-US")}, ${row.epochs} epochs`,
    `croupier experiment ${row.name}`,
    "agrees",
    { ours: "settings of the row's command", why: "the data and the checkpoint are yours to bring" },
  ),
);

/** Section VI, claims and figures. */
const EXPERIMENTS: readonly PaperItem[] = [
  itemOf(
    "Table II, ViT, non-private",
    "0.6362, 89.68 % with and without permuting",
    "croupier experiment yjx25-table-2",
    "other scale",
    {
      ours: trainedTwice("ViT, non-private"),
      why: `a ViT of 105,098 weights on MNIST, 200 steps (${BELOW})`,
    },
  ),
  itemOf(
    "Table II, ViT, DP-SGD",
    "1.330, 85.56 % with and without permuting",
    "croupier experiment yjx25-table-2",
    "other scale",
    {
      ours: trainedTwice("the same, DP-SGD"),
      why: `a ViT of 105,098 weights on MNIST, 200 steps (${BELOW})`,
    },
  ),
  ...["non-private: 0.2302, 92.31 %", "DP-SGD: 1.054, 87.38 %"].map((line) => {
    const [mode, printed] = line.split(": ");
    return itemOf(
      `Table II, BERT, ${mode}`,
      `${printed} with and without permuting`,
      "croupier experiment yjx25-table-2-bert-sst-2",
      "not run",
      {
        ours: [
          ...trainedMails(mode === "non-private" ? 4 : 5),
          " for an encoder of bytes on mails (yjx25-table-2)",
        ],
        why: "needs the checkpoint bert-base and SST-2; the invariance of its blocks is tested in doubles (Theorem 4)",
      },
    );
  }),
  itemOf(
    "Section VI-B, weights apart after permuting",
    "1063.02",
    "croupier experiment yjx25-table-2",
    "other scale",
    {
      ours: [
        whatCameOut(/\n\| ViT, non-private \|(?:[^|\n]*\|){3} ([\d.]+) \|/, ", and "),
        whatCameOut(/\n\| ViT, non-private \|(?:[^|\n]*\|){4} ([^|]+) \|/, " with the permutations undone"),
      ],
      why: "a ViT of 105,098 weights; the distance grows with the model",
    },
  ),
  itemOf("Section VI-B, zero difference", "zero", "croupier experiment yjx25-table-2", "agrees", {
    ours: ["at most ", whatCameOut(/losses differ by at most ([^\n]+?)\.\n/, " in double precision")],
    why: "in 32 bits rounding differs: 1e-7 to 1e-5 of the loss",
  }),
  itemOf(
    "Figure 2, five laws of a sum",
    "curves at d = 10^8, sigma = 0.25",
    "croupier experiment yjx25-figure-2",
    "does not agree",
    {
      ours: [
        "largest error of Fenton-Wilkinson: ",
        fentonWilkinsonError(1, ", "),
        fentonWilkinsonError(0, " or "),
        fentonWilkinsonError(2),
      ],
      why: "three readings of what sigma is; only where the logarithms deviate by 0.25 is it close, as far as 20,000 draws tell (0.0035)",
    },
  ),
  itemOf(
    "Section VI-C, F-W is sufficiently close",
    "a claim",
    "croupier experiment yjx25-figure-2",
    "refuted",
    {
      ours: ["error ", fentonWilkinsonError(1, " for the sum that Theorem 6 approximates")],
      why: "one rare huge term makes mean and variance, and neither says where the sum usually is",
    },
  ),
  itemOf(
    "Section VI-C, 1,000 draws take 62 minutes",
    "62 min",
    "croupier experiment yjx25-figure-2",
    "does not agree",
    {
      ours: "many more draws in less than a minute",
      why: "the tail alone is drawn term by term, the rest is normal to a relative 1e-4",
    },
  ),
  ...PUBLISHED_RUNS.map((run, i) =>
    itemOf(
      `Figure 3(${"abcdef"[i]}), ${run.name}`,
      "sigma against epsilon, two curves",
      "croupier experiment yjx25-figure-3",
      "refuted",
      {
        ours: () => {
          const { publishedNoiseMultiplier, plainNoiseMultiplier } = calibrated(run, 0.25);
          return `sigma ${publishedNoiseMultiplier.toFixed(3)} permuted, ${plainNoiseMultiplier.toFixed(1)} plain, at epsilon 0.25`;
        },
        proven: () => deltaOfStep(run, 0.25),
        why: "batch size 1,000 is stated for the audit alone, c' = c is ours; the permuted sigma keeps nothing of its epsilon",
      },
    ),
  ),
  itemOf(
    "Section VI-D, sigma is 5 to 7 % of the unshuffled",
    "5 to 7 % at epsilon 0.25",
    "croupier experiment yjx25-figure-3",
    "does not agree",
    {
      ours: () => {
        const shares = PUBLISHED_RUNS.map((run) => {
          const { publishedNoiseMultiplier, plainNoiseMultiplier } = calibrated(run, 0.25);
          return (100 * publishedNoiseMultiplier) / plainNoiseMultiplier;
        });
        return `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)} % of the paper's own composition`;
      },
      why: "3.5 to 8.1 % of what Rényi accounting asks for; batch size and c' are open",
    },
  ),
  itemOf(
    "Section VI-D, sigma is O(1 / sqrt(log d))",
    "a claim",
    "croupier experiment yjx25-figure-4",
    "agrees",
    {
      ours: () => {
        const [small, large] = [100, 1e9].map(
          (dimension) => calibrated({ ...PUBLISHED_RUNS[0]!, dimension }, 2).publishedNoiseMultiplier,
        );
        return `${formatNumber(small!)} at d = 100, ${formatNumber(large!)} at 10^9 (epsilon 2): a factor ${(small! / large!).toFixed(2)} where it says ${Math.sqrt(9 / 2).toFixed(2)}`;
      },
      why: "of a sigma that is refuted",
    },
  ),
  itemOf(
    "Figure 4, heat map of sigma",
    "colours by epsilon and d",
    "croupier experiment yjx25-figure-4",
    "refuted",
    {
      ours: "a table and lines in place of colours",
      why: NO_GUARANTEE,
    },
  ),
  itemOf(
    "Section VI-E, over 96 % on CIFAR-10",
    "96 %",
    "croupier train --task cifar10 --model vit-base --init FILE --data DIR",
    "not run",
    {
      why: "wants CIFAR-10, the checkpoint, and pictures of 224 x 224",
    },
  ),
  ...PAPER_ROWS.flatMap(rowItems),
  itemOf(
    "Section VI-E, superior at the same epsilon",
    "a claim",
    "croupier experiment yjx25-table-3",
    "refuted",
    {
      ours: whatCameOut(/c' = 300 c \| ([\d.]+ %), \*\*/, " aimed at epsilon 0.1, c' = 300 c"),
      proven: ["that run spends up to ", whatCameOut(/c' = 300 c \| [\d.]+ %, \*\*([\d.]+)\*\*/)],
      why: "the published noise hardly follows epsilon; at equal proven epsilon plain and shuffled training have one law",
    },
  ),
  itemOf(
    "Section VI-E, 1 to 4 % shy of non-private",
    "a claim",
    "croupier experiment yjx25-table-4",
    "refuted",
    {
      ours: "accuracy hardly depends on the epsilon aimed at",
      proven: [
        whatCameOut(/\*\*Table IV\.\*\*[\s\S]*?c' = c \| [\d.]+ %, \*\*([\d.]+)\*\*/, " to "),
        whatCameOut(
          /\*\*Table IV\.\*\*[\s\S]*?c' = c \|[^\n]*\*\*([\d.]+)\*\* \|\n/,
          " is spent with c' = c",
        ),
      ],
      why: "because the noise does not",
    },
  ),
  itemOf(
    "Section VI-E, close to non-private on GPT-2-large",
    "a claim",
    "croupier experiment yjx25-table-5",
    "refuted",
    {
      ours: [
        "BLEU ",
        whatCameOut(/\*\*BLEU is (\d+) in every private run\*\*/, " in every private run of a small model"),
      ],
      why: "the published epsilon is refuted; GPT-2-large itself was not run",
    },
  ),
  testedItem(
    "Section VI-A, Ghost clipping",
    "a baseline",
    "src/training/gradients/_internal/sequence-gradients.test.ts",
    {
      ours: "norms without writing gradients out: `--clipping-mode ghost`",
      why: "the same sum by another order of computation (docs/theorems/per-example-norms.md)",
    },
  ),
  testedItem(
    "Section VI-A, MixOpt",
    "a baseline",
    "src/training/gradients/_internal/sequence-gradients.test.ts",
    {
      ours: "`croupier train --clipping-mode mix-opt|ghost|per-sample`",
      why: "it chooses layer by layer how to compute one and the same clipped sum, so the guarantee is Ghost clipping's; our rule counts the operations of each way, and it is the default",
    },
  ),
  itemOf(
    "Section VI-A, Opacus' accountants",
    "RDP, GDP, PRV",
    "croupier account poisson-gaussian --rate 0.02 --noise-multiplier 1 --rounds 500 --delta 5e-6 --method rdp-poisson",
    "agrees",
    {
      ours: "rdp-poisson, pld-poisson, and Gaussian DP's central limit in yjx25-figure-3 (approximate)",
      why: "the central limit bounds nothing: no method of account",
    },
  ),
  itemOf(
    "Table VI, epsilon 0.5",
    "0.4771",
    "croupier experiment yjx25-table-6-as-printed",
    "does not agree",
    {
      ours: auditCell(0, "Equation 45", " by Equation 45 (no bound)"),
      proven: auditCell(1, "epsilon, at least", ", no less, by equal entries"),
      why: "10,000 steps as vectors in place of a ViT's training; Equation 45 is no bound",
    },
  ),
  itemOf(
    "Table VI, epsilon 1.0",
    "0.7005",
    "croupier experiment yjx25-table-6-as-printed",
    "does not agree",
    {
      ours: auditCell(2, "Equation 45", " by Equation 45 (no bound)"),
      proven: auditCell(3, "epsilon, at least", ", no less, by equal entries"),
      why: "10,000 steps as vectors in place of a ViT's training; Equation 45 is no bound",
    },
  ),
  testedItem("Section VI-F, Equation 45", "a formula", "test/statistical/epsilon-bounds.test.ts", {
    why: "takes observed rates for true ones: no bound",
  }),
  testedItem("Section VI-F, Dirac canary", "one entry", "src/auditing/canaries/canary-gradient.test.ts"),
  itemOf(
    "Section VI-F, batch size 1000, 200 epochs, 10,000 steps",
    "the audit's setting",
    "croupier experiment yjx25-table-6-as-printed",
    "other scale",
    {
      ours: () =>
        `batch ${BATCH_SIZE.toLocaleString("en-US")} of ${AUDITED_EXAMPLES.toLocaleString("en-US")}; ${AUDITED_RUN.steps.toLocaleString("en-US")} steps`,
      why: "as vectors of the paper's size; yjx25-table-6-training has the training loop of GDD21's network, in some 3 hours",
    },
  ),
  itemOf("Section VI-F, the audit is a close lower bound", "a claim", AUDIT, "refuted", {
    ours: "the Dirac canary proves nothing",
    proven: {
      experiment: "yjx25-table-6",
      table: 1,
      row: 1,
      column: "epsilon, at least",
      unit: ", no less, where 0.5 is claimed",
    },
    why: "by the equal-entry canary (docs/sharp-edges.md)",
  }),
  ...(
    [
      [
        "index shuffle",
        "0.9799 ms",
        [
          whatCameOut(/rows by index take ([\d.]+ ms)/, " by rows, "),
          whatCameOut(/ms, columns ([\d.]+ s)/, " by columns"),
        ],
      ],
      [
        "matrix multiplication",
        "1,316.6 ms",
        whatCameOut(/dense product takes ([\d.]+ s)/, ", scaled from 1,000 x 1,000"),
      ],
      ["sparse multiplication", "322.62 ms", whatCameOut(/plain loops ([\d.]+ s)/)],
    ] as const
  ).map(([how, printed, ours]) =>
    itemOf(`Table VII, ${how}`, printed, "croupier experiment yjx25-table-7", "other scale", {
      ours,
      why: "one thread of a processor in place of a graphics card",
    }),
  ),
  itemOf(
    "Section VI-G, 0.1 % of dense, 0.3 % of sparse",
    "0.1 % and 0.3 %",
    "croupier experiment yjx25-table-7",
    "does not agree",
    {
      ours: [
        whatCameOut(/Rows take ([\d.]+ %) of the dense/, " of dense, "),
        whatCameOut(/of the dense product's time and ([\d.]+ %) of the sparse/, " of sparse, by rows"),
      ],
      why: "ratios of a processor; index shuffling is bound by memory there",
    },
  ),
  ...(
    [
      ["ViT, CIFAR", "2 min 25 s, 2 min 42 s", "yjx25-table-3-vit-cifar100"],
      ["BERT, QNLI", "28 min 28 s, 28 min 53 s", "yjx25-table-4-bert-qnli"],
      ["RoBERTa, QNLI", "29 min 45 s, 30 min 11 s", "yjx25-table-4-roberta-qnli"],
      ["GPT-2, E2E", "30 min 1 s, 30 min 13 s", "yjx25-table-5-gpt2-e2e"],
      ["GPT-2-large, E2E", "43 min 25 s, 44 min 29 s", "yjx25-table-5-gpt2-large-e2e"],
    ] as const
  ).map(([run, printed, name]) =>
    itemOf(`Table VIII, ${run}`, printed, `croupier experiment ${name}`, "not run", {
      ours: [
        measuredCell("yjx25-table-8", [0, -1, "plain"], " s and "),
        measuredCell("yjx25-table-8", [0, -1, "permuted"], " s for mnist-cnn (yjx25-table-8)"),
      ],
      why: "wants the data and the checkpoint; the command says which, and how long a processor would take",
    }),
  ),
  itemOf("Section VI-G, 2.3 % of the time", "2.3 %", "croupier experiment yjx25-table-8", "other scale", {
    ours: measuredCell("yjx25-table-8", [1, 0, "share"], " % of a step"),
    why: "GDD21's network and its optimizer's state, on a processor",
  }),
];

/** A row of Tables III to V, a line for each number without privacy and by each method. */
function rowItems({ name, table, title, printed }: PaperRow): PaperItem[] {
  return printed.map(([line, plain, ...others]) => {
    const triple = (from: number) => others.slice(from, from + 3).join(", ");
    return itemOf(
      `${table}, ${line === title ? title : line}`,
      `${plain}; at 0.1: ${triple(0)}; at 0.5: ${triple(3)}; at 1: ${triple(6)}`,
      `croupier experiment ${name}`,
      "not run",
      {
        ours: `a small model on data at hand: croupier experiment ${table === "Table III" ? "yjx25-table-3" : table === "Table IV" ? "yjx25-table-4" : "yjx25-table-5"}`,
        why: "wants the data and the checkpoint; printed: non-private; Ghost clipping, MixOpt (proven) and shuffled (refuted)",
      },
    );
  });
}

/** YJX25's, in the paper's order but for its appendices. */
export const YJX25_ITEMS: readonly PaperItem[] = [...YJX25_THEORY, ...TABLE_1, ...EXPERIMENTS];
