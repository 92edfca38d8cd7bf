import type { Experiment } from "../experiment.js";
import { checkInAccuracy } from "./_internal/check-in-accuracy.js";

/** LT22 Figure 1b: accuracy against epsilon. */
export const lt22Accuracy: Experiment = checkInAccuracy("LT22");
