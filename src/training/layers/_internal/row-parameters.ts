import type { Workspace } from "../../../tensor/workspace.js";
import type { GroupContext } from "../layer-kind.js";
import type { BoundParameters } from "./bound-layer.js";
import { roundUp } from "./tensor.js";

/**
 * Parameters whose per-example gradients are written out: one row of floats per example, weights before
 * biases.
 */
export interface RowParameters extends BoundParameters {
  /** Address of an example's gradient. */
  row(example: number): number;
}

/**
 * @param places where in a row each parameter of the model stands
 * @param rowSize floats of a row that are in use
 */
export function rowParameters(
  { workspace, group }: GroupContext,
  places: Int32Array,
  rowSize: number,
  load: (weights: Float32Array) => void,
): RowParameters {
  const { kernels } = workspace;
  const size = roundUp(rowSize, 16);
  const rows = workspace.allocateFloats(group * size);
  const sum = workspace.allocateFloats(size);
  const row = (example: number) => rows + 4 * example * size;
  return {
    count: places.length,
    load,
    row,
    squaredNorm: (example) => kernels.sumOfSquares(row(example), size),
    accumulate: (factors, count) => kernels.addScaledRows(sum, rows, count, size, size, factors),
    clearGradient: (example) => kernels.clear(row(example), size),
    clearSum: () => kernels.clear(sum, size),
    readSum: gathering(workspace, sum, places),
    entries: {
      sum,
      size,
      places,
      largestMagnitude: (example) => kernels.largestMagnitude(row(example), size),
      entry: (example, parameter) => workspace.floats(row(example), size)[places[parameter]!]!,
      write: writing(workspace, places, row),
      dot: (example, vector) => kernels.dot(row(example), vector, size),
    },
  };
}

/** Runs shorter than this, on average, are copied float by float. */
const SHORT_RUN = 4;

/** What writes rows in the order of their parameters. */
function writing(
  workspace: Workspace,
  places: Int32Array,
  row: (example: number) => number,
): (example: number, target: number) => void {
  const { kernels } = workspace;
  const starts = [...places.keys()].filter((i) => i === 0 || places[i] !== places[i - 1]! + 1);
  if (places.length < SHORT_RUN * starts.length) {
    const indices = workspace.allocateWords(places);
    return (example, target) => kernels.gather(target, row(example), indices, places.length);
  }
  const ends = [...starts.slice(1), places.length];
  const runs = workspace.allocateWords(starts.flatMap((start, i) => [places[start]!, ends[i]! - start]));
  return (example, target) => kernels.copyRuns(target, row(example), runs, starts.length);
}

/** What copies the floats at these places of a buffer. */
export function gathering(
  workspace: Workspace,
  source: number,
  places: Int32Array,
): (target: Float32Array) => void {
  const indices = workspace.allocateWords(places);
  const gathered = workspace.allocateFloats(places.length);
  return (target) => {
    workspace.kernels.gather(gathered, source, indices, places.length);
    target.set(workspace.floats(gathered, places.length));
  };
}

export function scatter(source: Float32Array, places: Int32Array, target: Float32Array): void {
  for (let i = 0; i < places.length; i++) target[places[i]!] = source[i]!;
}
