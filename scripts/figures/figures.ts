import type { Figure } from "./figure.js";
import { figureOfExperiment } from "./figure-of-experiment.js";
import { gdd21Figure5b } from "./gdd21-figure-5b.js";
import { lt22CheckIn } from "./lt22-check-in.js";
import { lt22Table1 } from "./lt22-table-1.js";
import { lt23Figure1a } from "./lt23-figure-1a.js";

/** The figures of `docs/figures/`. */
export const FIGURES: readonly Figure[] = [
  lt22CheckIn,
  lt22Table1,
  gdd21Figure5b,
  lt23Figure1a,
  ...["yjx25-budget", "yjx25-noise"].map(figureOfExperiment),
];
