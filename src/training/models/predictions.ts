import type { ExampleValues } from "../layers/_internal/bound-layer.js";
import type { ModelTarget } from "./model.js";

/** A position whose logits have a loss, and the right class there. */
export interface Prediction {
  readonly position: number;
  readonly label: number;
}

/**
 * One example with its labels: one, or one for each position; of token sequences the number of positions in
 * use.
 */
export interface LabelledExample {
  readonly values: ExampleValues;
  readonly labels: ArrayLike<number>;
  readonly length: number;
  /** 1 for each position whose label, or whose token, counts; absent: all do. */
  readonly counted?: ArrayLike<number> | undefined;
}

/**
 * What a model is to predict about an example. Nothing comes next after a sequence's last token, so one token
 * alone has no loss.
 */
export function predictionsOf(target: ModelTarget, example: LabelledExample): readonly Prediction[] {
  const { values, labels, length, counted } = example;
  switch (target) {
    case "class":
      return [{ position: 0, label: labels[0]! }];
    case "class-per-position":
      return predictionsAt(labels, { length, counted, ahead: 0 });
    case "next-token":
      return predictionsAt(values, { length, counted, ahead: 1 });
  }
}

interface Places {
  readonly length: number;
  readonly counted: ArrayLike<number> | undefined;
  /** How many positions before its own a label is predicted. */
  readonly ahead: number;
}

function predictionsAt(labels: ArrayLike<number>, { length, counted, ahead }: Places): Prediction[] {
  const predictions: Prediction[] = [];
  for (let place = ahead; place < length; place++) {
    if (counted?.[place] !== 0) predictions.push({ position: place - ahead, label: labels[place]! });
  }
  return predictions;
}
