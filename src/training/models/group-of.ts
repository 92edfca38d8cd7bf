import { sizeOf } from "../layers/shape.js";
import type { Model } from "./model.js";
import { placedLayers, shapeBehind } from "./placed-layers.js";

/** Examples that go through the layers together, if they fit. */
const MAX_GROUP = 8;
/** What the values between the layers and their gradients may take of a thread's memory, roughly. */
const MAX_BYTES = 2 ** 29;

/**
 * How many examples go through a model's layers together: a function of the model alone, for it decides on
 * the answer's last bits.
 */
export function groupOf(model: Model): number {
  const bytes = placedLayers(model).reduce(
    (total, { layer, input }) => total + 8 * sizeOf(shapeBehind(layer, input)),
    0,
  );
  let group = MAX_GROUP;
  while (group > 1 && group * bytes > MAX_BYTES) group /= 2;
  return group;
}
