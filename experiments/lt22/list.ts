import type { ListedExperiment } from "../listed-experiment.js";

/** LT22, in the paper's order. */
export const LT22_EXPERIMENTS: readonly ListedExperiment[] = [
  {
    name: "lt22-table-1",
    paper: "LT22",
    item: "Table 1",
    what: "Epsilon of 1 to 7 composed shuffles of Gaussian reports",
    here: "as printed, beside the best proven figure and a proven lower end, and on to 100,000 rounds",
    load: async () => (await import("./index.js")).lt22Table1,
  },
  {
    name: "lt22-figure-1a",
    paper: "LT22",
    item: "Figure 1a",
    what: "The bound without shuffling and the RDP bound by the number of compositions",
    here: "as printed, beside the best proven figure and a proven lower end",
    load: async () => (await import("./index.js")).lt22Figure1a,
  },
  {
    name: "lt22-check-in",
    paper: "LT22",
    item: "Figure 1b",
    what: "Epsilon of the run with check-in by the Gauss bound, the generic bound and the baseline",
    here: "the accounting of the run; `croupier train --preset mnist-check-in-lt22` trains it",
    load: async () => (await import("./index.js")).lt22CheckIn,
  },
  {
    name: "lt22-accuracy",
    paper: "LT22",
    item: "Figure 1b, accuracy",
    what: "Accuracy against epsilon by the Gauss bound, the generic bound and the baseline",
    here: "one run of the first 150 of 5,540 rounds",
    load: async () => (await import("./index.js")).lt22Accuracy,
  },
  {
    name: "lt22-ldp-sgd",
    paper: "LT22",
    item: "footnote 3",
    what: "LDP-SGD: a sign and a random unit vector for a gradient",
    here: "one run of 30 rounds, beside PrivUnit; the paper prints no numbers",
    load: async () => (await import("./index.js")).lt22LdpSgd,
  },
];
