import type { ExampleValues } from "../layers/_internal/bound-layer.js";
import type { ModelTarget } from "./model.js";

/** A position whose logits have a loss, and the right class there. */
export interface Prediction {
  readonly position: number;
  readonly label: number;
}

/** One example with its labels: one, or one for each position; of token sequences the number of positions in use. */
export interface LabelledExample {
  readonly values: ExampleValues;
  readonly labels: ArrayLike<number>;
  readonly length: number;
}

/** What a model is to predict about an example. Nothing comes next after a sequence's last token, so one token alone has no loss. */
export function predictionsOf(
  target: ModelTarget,
  { values, labels, length }: LabelledExample,
): readonly Prediction[] {
  const each = (count: number, label: (position: number) => number): Prediction[] =>
    Array.from({ length: count }, (_, position) => ({ position, label: label(position) }));
  switch (target) {
    case "class":
      return each(1, () => labels[0]!);
    case "class-per-position":
      return each(length, (position) => labels[position]!);
    case "next-token":
      return each(length - 1, (position) => values[position + 1]!);
  }
}
