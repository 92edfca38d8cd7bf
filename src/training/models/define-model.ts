import type { Model } from "./model.js";
import { readModel } from "./read-model.js";

/**
 * Checks a model of one's own and freezes it; what is wrong is said with the layer's place, before there are
 * any data.
 *
 * `train` checks its model too: this is for those who write one, or read it from a file.
 *
 * @param model plain data, e.g. parsed JSON
 * @returns the model, frozen
 * @throws DpError BAD_INPUT a part is missing, unknown or of the wrong shape, a layer does not fit its input,
 *   or there are fewer than two classes; OUT_OF_RANGE a number is outside its range, or the model takes more
 *   than 2 GiB of a thread
 * @example
 * const line = defineModel({ input: { height: 1, width: 1, channels: 4 }, layers: [{ kind: "dense", units: 3 }] });
 * dimensionOf(line); // 15
 */
export function defineModel(model: Model): Model {
  return readModel("defineModel", model);
}
