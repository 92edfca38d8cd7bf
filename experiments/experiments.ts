import { GDD21_EXPERIMENTS } from "./gdd21/list.js";
import type { ListedExperiment } from "./listed-experiment.js";
import { LT22_EXPERIMENTS } from "./lt22/list.js";
import { LT23_EXPERIMENTS } from "./lt23/list.js";
import { YJX25_EXPERIMENTS } from "./yjx25/list.js";

/** Every experiment, paper by paper, in each paper's order. */
export const EXPERIMENTS: readonly ListedExperiment[] = [
  ...GDD21_EXPERIMENTS,
  ...LT22_EXPERIMENTS,
  ...LT23_EXPERIMENTS,
  ...YJX25_EXPERIMENTS,
];
