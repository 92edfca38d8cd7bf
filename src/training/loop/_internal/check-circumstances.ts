import { checkSource } from "../../../random/check-source.js";
import type { RandomSource } from "../../../random/random-source.js";
import { secureSource } from "../../../random/secure-source.js";
import { checkOptions, checkSignal, wrongShape } from "../../../validate.js";
import type { Examples } from "../../data/examples.js";
import { checkExamples } from "../../gradients/_internal/check-examples.js";
import { checkFrozen, checkWeights } from "../../gradients/_internal/check-gradients.js";
import { exampleOf } from "../../gradients/_internal/example-of.js";
import { checkThreads } from "../../gradients/gradient-engine.js";
import { dimensionOf, type Model, targetOf } from "../../models/model.js";
import { predictionsOf } from "../../models/predictions.js";
import type { TrainingSetup } from "../../options/train-options.js";
import type { PretrainedWeights, TrainCircumstances } from "../train-circumstances.js";
import { availableThreads } from "./available-threads.js";

const HOOKS = ["onStart", "onCharge", "onRound", "onEvaluation", "onDivergence"] as const;

type Circumstances = TrainCircumstances & Pick<TrainingSetup, "source">;

/**
 * Checks what a run's hyperparameters leave out, and fills in who computes and where randomness comes from.
 */
export function checkCircumstances(
  options: Circumstances,
  model: Model,
): Circumstances & { readonly threads: number; readonly source: RandomSource } {
  const { data, threads, source, signal, pretrained } = options;
  const { train, test } = checkOptions("train: data", data);
  checkExamples("train: data.train", model, train);
  checkExamples("train: data.test", model, test);
  checkPredicts(model, test);
  checkSignal("train: signal", signal);
  checkPretrained(model, pretrained);
  for (const name of HOOKS) {
    const hook = options[name];
    if (hook !== undefined && typeof hook !== "function")
      throw wrongShape(`train: ${name}`, hook, "a function");
  }
  return {
    ...options,
    threads: threads === undefined ? availableThreads() : checkThreads("train: threads", threads),
    source: source === undefined ? secureSource() : checkSource("train: source", source),
  };
}

/**
 * Sequences of a single token have nothing to predict, nor have those of which nothing counts: there would be
 * no accuracy.
 */
function checkPredicts(model: Model, test: Examples): void {
  const target = targetOf(model);
  const { lengths, counted, count } = test;
  if (target === "next-token" && lengths?.every((length) => length < 2)) {
    throw wrongShape("train: data.test.lengths", lengths, "above 1 somewhere: one token predicts the next");
  }
  if (counted === undefined) return;
  for (let i = 0; i < count; i++) if (predictionsOf(target, exampleOf(test, i)).length > 0) return;
  throw wrongShape("train: data.test.counted", counted, "1 at some position that is predicted");
}

function checkPretrained(model: Model, pretrained: PretrainedWeights | undefined): void {
  const { weights, frozen } = pretrained === undefined ? {} : checkOptions("train: pretrained", pretrained);
  if (weights !== undefined) checkWeights("train: pretrained.weights", weights, dimensionOf(model));
  checkFrozen("train: pretrained.frozen", model, frozen);
}
