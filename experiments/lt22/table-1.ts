import type { Experiment } from "../experiment.js";
import { table1 } from "./_internal/table-1.js";

/** LT22 Table 1, and far beyond its seven rounds. */
export const lt22Table1: Experiment = table1("LT22");
