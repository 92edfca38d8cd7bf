import { EXPERIMENTS } from "../../experiments/experiments.js";
import { blocksAndDummies } from "./blocks-and-dummies.js";
import type { Figure } from "./figure.js";

/** The experiments whose figures the documents show. */
const SHOWN = [
  "lt22-check-in",
  "lt22-table-1",
  "gdd21-figure-5b",
  "lt23-figure-1a",
  "yjx25-budget",
  "yjx25-noise",
];

/** The figures of `docs/figures/`. */
export const FIGURES: readonly Figure[] = [...SHOWN.map(shown), blocksAndDummies];

function shown(name: string): Figure {
  return {
    name,
    compute: async () => {
      const { load } = EXPERIMENTS.find((experiment) => experiment.name === name)!;
      const { run } = await load();
      return (await run({ quick: false, seed: 1, onProgress: () => {} })).figure!;
    },
  };
}
