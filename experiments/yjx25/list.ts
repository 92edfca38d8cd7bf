import type { ListedExperiment } from "../listed-experiment.js";
import { PAPER_ROWS, type PaperRow, TWIN_ROWS } from "./_internal/paper-rows.js";

/** YJX25, in the paper's order. */
export const YJX25_EXPERIMENTS: readonly ListedExperiment[] = [
  {
    name: "yjx25-figure-1",
    paper: "YJX25",
    item: "Figure 1",
    what: "Two Gaussians before and after the permutation of their two entries",
    here: "the paper's pair, and a pair as far apart that no permutation moves",
    load: async () => (await import("./figure-1.js")).yjx25Figure1,
  },
  {
    name: "yjx25-table-2",
    paper: "YJX25",
    item: "Table II",
    what: "Loss and accuracy with weights permuted after every step and without",
    here: "GDD21's network and a small ViT on MNIST, an encoder of bytes on mails, 200 steps",
    load: async () => (await import("./table-2.js")).yjx25Table2,
  },
  {
    name: "yjx25-figure-2",
    paper: "YJX25",
    item: "Figure 2",
    what: "Approximations of a sum of 10^8 lognormals",
    here: "the paper's size, three readings of what its sum is",
    load: async () => (await import("./figure-2.js")).yjx25Figure2,
  },
  {
    name: "yjx25-figure-3",
    paper: "YJX25",
    item: "Figure 3",
    what: "Noise against epsilon, with weights permuted and without",
    here: "the paper's models, epochs and deltas; batch size 1,000 and c' = c",
    load: async () => (await import("./figure-3.js")).yjx25Figure3,
  },
  {
    name: "yjx25-figure-4",
    paper: "YJX25",
    item: "Figure 4",
    what: "Noise by epsilon and the number of weights",
    here: "the paper's ViT with other numbers of weights; batch size 1,000 and c' = c",
    load: async () => (await import("./figure-4.js")).yjx25Figure4,
  },
  {
    name: "yjx25-table-3",
    paper: "YJX25",
    item: "Table III",
    what: "Accuracy of DP-SGD and of shuffled DP-SGD by epsilon",
    here: "GDD21's network on MNIST, one seed",
    load: async () => (await import("./table-3.js")).yjx25Table3,
  },
  {
    name: "yjx25-table-4",
    paper: "YJX25",
    item: "Table IV",
    what: "Accuracy on texts of DP-SGD and of shuffled DP-SGD by epsilon",
    here: "an encoder of bytes on SpamAssassin's mails, from nothing, one seed",
    load: async () => (await import("./table-4.js")).yjx25Table4,
  },
  {
    name: "yjx25-table-5",
    paper: "YJX25",
    item: "Table V",
    what: "BLEU and METEOR of texts written under DP-SGD and shuffled DP-SGD by epsilon",
    here: "a GPT of bytes on made-up places, trained before on other made-up places, one seed",
    load: async () => (await import("./table-5.js")).yjx25Table5,
  },
  {
    name: "yjx25-table-6",
    paper: "YJX25",
    item: "Table VI",
    what: "Audits of shuffled DP-SGD by two canaries",
    here: "runs as vectors of a small ViT's size and of the paper's, and GDD21's network in the training loop; two canaries",
    load: async () => (await import("./table-6.js")).yjx25Table6,
  },
  {
    name: "yjx25-table-6-as-printed",
    paper: "YJX25",
    item: "Table VI, 10,000 steps",
    what: "Audits of shuffled DP-SGD over the audit's own number of steps",
    here: "runs as vectors of the paper's ViT's size, and steps one by one; two canaries",
    load: async () => (await import("./table-6-as-printed.js")).yjx25Table6AsPrinted,
  },
  {
    name: "yjx25-table-6-training",
    paper: "YJX25",
    item: "Table VI, 10,000 steps of training",
    what: "Audits of the training loop over the audit's own number of steps",
    here: "GDD21's network; some 3 hours",
    load: async () => (await import("./table-6-training.js")).yjx25Table6Training,
  },
  {
    name: "yjx25-table-7",
    paper: "YJX25",
    item: "Table VII",
    what: "Time to permute a 10,000 x 10,000 matrix by index and by product",
    here: "the paper's matrix on one thread; the dense product at 1,000 x 1,000, scaled",
    load: async () => (await import("./table-7.js")).yjx25Table7,
  },
  {
    name: "yjx25-table-8",
    paper: "YJX25",
    item: "Table VIII",
    what: "Time of an epoch with weights permuted after every step and without",
    here: "GDD21's network on MNIST, Adam",
    load: async () => (await import("./table-8.js")).yjx25Table8,
  },
  {
    name: "yjx25-algorithm-1",
    paper: "YJX25",
    item: "Algorithm 1, lines 11 to 18",
    what: "Other layers with sigma_0 and no batch clip, beside one noise for all weights",
    here: "the accounting of the paper's ViT, by what a record is clipped over",
    load: async () => (await import("./algorithm-1.js")).yjx25Algorithm1,
  },
  {
    name: "yjx25-budget",
    paper: "YJX25",
    item: "beside Figure 3",
    what: "Claimed against true delta of one step, by the claimed epsilon",
    here: "claimed against true delta of one step of the paper's ViT",
    load: async () => (await import("./budget.js")).yjx25Budget,
  },
  {
    name: "yjx25-noise",
    paper: "YJX25",
    item: "beside Theorem 6",
    what: "Claimed against true delta of one step, by its noise",
    here: "claimed against true delta of one step of the paper's ViT",
    load: async () => (await import("./noise.js")).yjx25Noise,
  },
  ...TWIN_ROWS.map((row) =>
    rowOf(row, async () => (await import("./_internal/twin-row-experiment.js")).twinRowExperiment(row)),
  ),
  ...PAPER_ROWS.map((row) =>
    rowOf(row, async () => (await import("./_internal/row-experiment.js")).rowExperiment(row)),
  ),
];

/** A row on the paper's own data. */
function rowOf(row: PaperRow, load: ListedExperiment["load"]): ListedExperiment {
  return {
    name: row.name,
    paper: "YJX25",
    item: `${row.table}, ${row.title}`,
    what: "The row with the paper's model and data",
    here: "nothing without the data (`--data`) and the checkpoint (`--checkpoint`): it says which files it wants",
    takesData: true,
    load,
  };
}
