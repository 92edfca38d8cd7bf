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
      if (work !== "evaluate" && "clip" in work) {
        const chunk = indices.subarray(work.starts[part], work.starts[part + 1]);
        return pass.clippedGradientSum(train, chunk, work.clip, joinsOf(work, part));
      }
      const chunk = indices.subarray(part * CHUNK, (part + 1) * CHUNK);
      if (work === "evaluate") return pass.evaluate(test, chunk);
      return pass.reportSum(train, chunk, work.randomizer, keyedSource(work.key, work.secure).fork(part));
    };
  };
});

/** A chunk's rows. */
function joinsOf({ clip, joins, starts }: ClippedWork, part: number): Uint8Array | undefined {
  if (joins === undefined || clip.norm !== "l2-blocks") return undefined;
  const end = starts[part + 1];
  return joins.subarray(starts[part]! * clip.blocks, end === undefined ? undefined : end * clip.blocks);
}
