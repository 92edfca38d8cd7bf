import type { Experiment } from "../experiment.js";
import { table1 } from "../lt22/_internal/table-1.js";

/** LT23 Table 1: LT22's, printed again. */
export const lt23Table1: Experiment = table1("LT23");
