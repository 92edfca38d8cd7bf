import type { Experiment } from "./experiment.js";
import { yjx25Figure1 } from "./yjx25-figure-1.js";
import { yjx25Figure2 } from "./yjx25-figure-2.js";
import { yjx25Figure3 } from "./yjx25-figure-3.js";
import { yjx25Figure4 } from "./yjx25-figure-4.js";
import { yjx25Table2 } from "./yjx25-table-2.js";
import { yjx25Table7 } from "./yjx25-table-7.js";

/** Every experiment, in the papers' order. */
export const EXPERIMENTS: readonly Experiment[] = [yjx25Figure1, yjx25Figure2, yjx25Figure3, yjx25Figure4, yjx25Table2, yjx25Table7];
