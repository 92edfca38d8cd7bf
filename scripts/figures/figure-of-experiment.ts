import { EXPERIMENTS } from "../../experiments/experiments.js";
import type { Figure } from "./figure.js";

/** The figure that an experiment draws. */
export function figureOfExperiment(name: string): Figure {
  const { load } = EXPERIMENTS.find((experiment) => experiment.name === name)!;
  return {
    name,
    compute: async () => {
      const { run } = await load();
      return (await run({ quick: false, seed: 1, onProgress: () => {} })).figure!;
    },
  };
}
