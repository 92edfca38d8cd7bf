import type { ListedExperiment } from "../listed-experiment.js";

/** LT23, in the paper's order. */
export const LT23_EXPERIMENTS: readonly ListedExperiment[] = [
  {
    name: "lt23-table-1",
    paper: "LT23",
    item: "Table 1",
    what: "Epsilon of 1 to 7 composed shuffles of Gaussian reports",
    here: "LT22's table, printed again",
    load: async () => (await import("./index.js")).lt23Table1,
  },
  {
    name: "lt23-figure-1a",
    paper: "LT23",
    item: "Figure 1a",
    what: "Epsilon of central and of shuffled DP-SGD with the same total noise, by the number of rounds",
    here: "the accounting of the runs; `croupier train --preset mnist-shuffle-lt23` and `mnist-central-lt23` train them",
    load: async () => (await import("./index.js")).lt23Figure1a,
  },
  {
    name: "lt23-accuracy-1a",
    paper: "LT23",
    item: "Figure 1a, accuracy",
    what: "Accuracy against epsilon of central and of shuffled DP-SGD",
    here: "one run each of 600 rounds",
    load: async () => (await import("./index.js")).lt23Accuracy1a,
  },
  {
    name: "lt23-accuracy-1b",
    paper: "LT23",
    item: "Figure 1b, accuracy",
    what: "Accuracy against epsilon by the Gauss bound, the generic bound and the baseline",
    here: "LT22's figure, printed again",
    load: async () => (await import("./index.js")).lt23Accuracy1b,
  },
];
