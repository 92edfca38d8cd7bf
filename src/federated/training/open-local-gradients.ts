import { compileKernels } from "../../tensor/compile-kernels.js";
import type { Examples } from "../../training/data/examples.js";
import { checkExamples } from "../../training/gradients/_internal/check-examples.js";
import { checkIndices, checkWeights } from "../../training/gradients/_internal/check-gradients.js";
import { GradientPass } from "../../training/gradients/_internal/gradient-pass.js";
import { dimensionOf } from "../../training/models/model.js";
import { modelOf } from "../../training/models/model-name.js";
import { readModel } from "../../training/models/read-model.js";
import { checkOptions } from "../../validate.js";
import type { TrainingStudy } from "../study/study.js";
import type { LocalGradient } from "./local-gradient.js";

/** The examples on a device, and what is trained on them. */
export interface LocalExamples {
  /** The study's. */
  readonly model: TrainingStudy["model"];
  readonly examples: Examples;
}

/** Gradients of the examples on a device. */
export interface LocalGradients {
  /**
   * The gradient of one user: the mean over her examples, not clipped yet.
   *
   * @param indices her examples; all of them by default
   * @throws DpError OUT_OF_RANGE there is no such example
   */
  of(indices?: Uint32Array): LocalGradient;
}

/**
 * Computes gradients in this thread, with the kernels that `train` uses, for `takePart` in a training study.
 *
 * @throws DpError BAD_INPUT the model is not one, or the examples are not of its shape and classes;
 *   OUT_OF_RANGE an input; UNSUPPORTED no WebAssembly SIMD; DATA_UNREADABLE no kernels
 */
export async function openLocalGradients(options: LocalExamples): Promise<LocalGradients> {
  const where = "openLocalGradients";
  const { model: choice } = checkOptions(where, options);
  const model = readModel(where, modelOf(choice));
  const examples = checkExamples(`${where}: examples`, model, options.examples);
  const pass = new GradientPass(await compileKernels(), model);
  const dimension = dimensionOf(model);
  const everything = Uint32Array.from({ length: examples.count }, (_, index) => index);
  return {
    of(indices = everything) {
      checkIndices(`${where}: indices`, indices, examples.count);
      return (weights) => {
        checkWeights(`${where}: weights`, weights, dimension);
        pass.loadWeights(weights);
        const { sum } = pass.clippedGradientSum(examples, indices, { norm: "none" });
        return Float64Array.from(sum, (entry) => entry / Math.max(1, indices.length));
      };
    },
  };
}
