import { checkArray, checkOptions, show, wrongShape } from "../../../../validate.js";
import { dimensionOf, type Model } from "../../model.js";
import { modelTensors } from "../../model-tensors.js";
import type { PermutationSet, PermutedAxis } from "../permutation-set.js";
import { productOf } from "./blocks-of.js";

/**
 * Checks that every axis of the sets is one of the model's tensors, with as many places as its set.
 *
 * @throws DpError BAD_INPUT one is not, or the sets are none
 */
export function checkAxes(where: string, model: Model, sets: readonly PermutationSet[]): void {
  const sizes = new Map(
    modelTensors(model, new Uint8Array(dimensionOf(model))).map(({ name, values }) => [name, values.length]),
  );
  for (const set of checkArray(`${where}: sets`, sets)) {
    const { name, size, members } = checkOptions(where, set, "set");
    for (const member of checkArray(`${where}: set.members`, members)) {
      checkAxis(`${where}: ${show(name)}`, member, { size, sizes });
    }
  }
}

interface AxisContext {
  readonly size: number;
  /** Of the model's tensors. */
  readonly sizes: ReadonlyMap<string, number>;
}

function checkAxis(path: string, member: PermutedAxis, { size, sizes }: AxisContext): void {
  const { tensor, view, axis, within } = checkOptions(path, member, "member");
  const entries = sizes.get(tensor);
  if (entries === undefined) {
    throw wrongShape(`${path}: tensor`, tensor, `one of ${[...sizes.keys()].join(", ")}`);
  }
  const where = `${path}: ${tensor}`;
  if (!checkArray(`${where}: view`, view).every(isExtent) || productOf(view) !== entries) {
    throw wrongShape(`${where}: view`, view, `a shape of the tensor's ${entries} numbers`);
  }
  if (typeof axis !== "number" || view[axis] !== size)
    throw wrongShape(`${where}: axis`, axis, `an axis of the set's ${show(size)} places`);
  if (within === undefined) return;
  const { axis: outer, index } = checkOptions(where, within, "within");
  if (!(Number.isInteger(outer) && outer >= 0 && outer < axis)) {
    throw wrongShape(`${where}: within.axis`, outer, `an axis before ${axis}`);
  }
  if (Number.isInteger(index) && index >= 0 && index < view[outer]!) return;
  throw wrongShape(`${where}: within.index`, index, `a place of axis ${outer}`);
}

function isExtent(extent: unknown): boolean {
  return Number.isSafeInteger(extent) && (extent as number) > 0;
}
