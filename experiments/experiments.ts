import type { Experiment } from "./experiment.js";

/** An experiment that is not loaded yet. */
export interface ListedExperiment {
  /** Of the command's argument and of the files. */
  readonly name: string;
  /** What the paper shows, and where. */
  readonly title: string;
  readonly load: () => Promise<Experiment>;
}

/** Every experiment, in the papers' order. */
export const EXPERIMENTS: readonly ListedExperiment[] = [
  {
    name: "yjx25-figure-1",
    title: "Two Gaussians before and after the permutation of their two entries (YJX25, Figure 1)",
    load: async () => (await import("./yjx25-figure-1.js")).yjx25Figure1,
  },
  {
    name: "yjx25-table-2",
    title: "Loss and accuracy with weights permuted after every step and without (YJX25, Table II)",
    load: async () => (await import("./yjx25-table-2.js")).yjx25Table2,
  },
  {
    name: "yjx25-figure-2",
    title: "Approximations of a sum of 10^8 lognormals (YJX25, Figure 2)",
    load: async () => (await import("./yjx25-figure-2.js")).yjx25Figure2,
  },
  {
    name: "yjx25-figure-3",
    title: "Noise against epsilon, with weights permuted and without (YJX25, Figure 3)",
    load: async () => (await import("./yjx25-figure-3.js")).yjx25Figure3,
  },
  {
    name: "yjx25-figure-4",
    title: "Noise by epsilon and the number of weights (YJX25, Figure 4)",
    load: async () => (await import("./yjx25-figure-4.js")).yjx25Figure4,
  },
  {
    name: "yjx25-table-3",
    title: "Accuracy of DP-SGD and of shuffled DP-SGD by epsilon (YJX25, Table III)",
    load: async () => (await import("./yjx25-table-3.js")).yjx25Table3,
  },
  {
    name: "yjx25-table-4",
    title: "Accuracy on texts of DP-SGD and of shuffled DP-SGD by epsilon (YJX25, Table IV)",
    load: async () => (await import("./yjx25-table-4.js")).yjx25Table4,
  },
  {
    name: "yjx25-table-5",
    title: "BLEU and METEOR of texts written under DP-SGD and shuffled DP-SGD by epsilon (YJX25, Table V)",
    load: async () => (await import("./yjx25-table-5.js")).yjx25Table5,
  },
  {
    name: "yjx25-table-6",
    title: "Audits of shuffled DP-SGD by two canaries (YJX25, Table VI)",
    load: async () => (await import("./yjx25-table-6.js")).yjx25Table6,
  },
  {
    name: "yjx25-table-7",
    title: "Time to permute a 10,000 x 10,000 matrix by index and by product (YJX25, Table VII)",
    load: async () => (await import("./yjx25-table-7.js")).yjx25Table7,
  },
  {
    name: "yjx25-table-8",
    title: "Time of an epoch with weights permuted after every step and without (YJX25, Table VIII)",
    load: async () => (await import("./yjx25-table-8.js")).yjx25Table8,
  },
  {
    name: "yjx25-budget",
    title: "Claimed against true delta of one step, by the claimed epsilon (beside YJX25, Figure 3)",
    load: async () => (await import("./yjx25-budget.js")).yjx25Budget,
  },
  {
    name: "yjx25-noise",
    title: "Claimed against true delta of one step, by its noise (beside YJX25, Theorem 6)",
    load: async () => (await import("./yjx25-noise.js")).yjx25Noise,
  },
];
