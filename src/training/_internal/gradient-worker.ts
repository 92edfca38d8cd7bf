/** The script of an engine's worker threads. */
import { serveTasks } from "../../tensor/index.js";
import { GradientPass } from "./gradient-pass.js";
import { CHUNK, type GradientPart, type GradientSetup, type GradientTask } from "./gradient-task.js";

serveTasks(({ module, model, train, test }: GradientSetup) => {
  const pass = new GradientPass(module, model);
  return ({ weights, indices, clip }: GradientTask) => {
    pass.loadWeights(weights);
    return (part: number): GradientPart => {
      const chunk = indices.subarray(part * CHUNK, (part + 1) * CHUNK);
      return clip ? pass.clippedGradientSum(train, chunk, clip) : pass.evaluate(test, chunk);
    };
  };
});
