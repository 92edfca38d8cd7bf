/** The script of an engine's worker threads. */
import { keyedSource } from "../../../random/keyed-source.js";
import { serveTasks } from "../../../tensor/serve-tasks.js";
import { GradientPass } from "./gradient-pass.js";
import {
  CHUNK,
  type ClippedWork,
  type GradientPart,
  type GradientSetup,
  type GradientTask,
} from "./gradient-task.js";

serveTasks(({ module, model, frozen, clippingMode, train, test }: GradientSetup) => {
  const pass = new GradientPass(module, model, frozen, clippingMode);
  return ({ weights, indices, work }: GradientTask) => {
    pass.loadWeights(weights);
    return (part: number): GradientPart => {
      const chunk = indices.subarray(part * CHUNK, (part + 1) * CHUNK);
      if (work === "evaluate") return pass.evaluate(test, chunk);
      if ("clip" in work) return pass.clippedGradientSum(train, chunk, work.clip, joinsOf(work, part));
      return pass.reportSum(train, chunk, work.randomizer, keyedSource(work.key, work.secure).fork(part));
    };
  };
});

/** A chunk's rows. */
function joinsOf({ clip, joins }: ClippedWork, part: number): Uint8Array | undefined {
  if (joins === undefined || clip.norm !== "l2-blocks") return undefined;
  const size = CHUNK * clip.blocks;
  return joins.subarray(part * size, (part + 1) * size);
}
