import type { Experiment } from "../experiment.js";
import { checkInAccuracy } from "../lt22/_internal/check-in-accuracy.js";

/** LT23 Figure 1b: LT22's, printed again. */
export const lt23Accuracy1b: Experiment = checkInAccuracy("LT23");
