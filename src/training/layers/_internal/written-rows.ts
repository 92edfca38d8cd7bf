import type { GroupContext } from "../layer-kind.js";
import type { BoundParameters } from "./bound-layer.js";
import { roundUp } from "./tensor.js";

/**
 * Per-example gradients of some parameters, and the sum of the clipped ones: part of a layer's
 * `BoundParameters`.
 */
export interface ExampleGradients {
  /** Parameters. */
  readonly count: number;
  /** Address of the sum, in the order of the parameters. */
  readonly sum: number;
  /** Works out what it must of the first `count` gradients, when the layers have gone backward. */
  prepare(count: number): void;
  /** As `BoundParameters` has it. */
  squaredNorm(example: number): number;
  accumulate(factors: number, count: number): void;
  clearGradient(example: number): void;
}

/** Gradients that are written out, a row of `count` floats for each example; `write` writes one. */
export function writtenRows(
  { workspace, group }: GroupContext,
  count: number,
  write: (example: number, target: number) => void,
): ExampleGradients {
  const { kernels } = workspace;
  const size = roundUp(count, 16);
  const rows = workspace.allocateFloats(group * size);
  const sum = workspace.allocateFloats(size);
  const row = (example: number) => rows + 4 * example * size;
  const squares = new Float64Array(group);
  return {
    count,
    sum,
    prepare(examples) {
      for (let i = 0; i < examples; i++) {
        write(i, row(i));
        // Now, while the cache has it.
        squares[i] = kernels.sumOfSquares(row(i), size);
      }
    },
    squaredNorm: (example) => squares[example]!,
    accumulate: (factors, examples) => kernels.addScaledRows(sum, rows, examples, size, size, factors),
    clearGradient: (example) => kernels.clear(row(example), size),
  };
}

/**
 * A layer's parameters, of which each part has gradients of its own; all of them stand one behind the other
 * at `weights`.
 */
export function joinedParameters(
  { workspace }: GroupContext,
  weights: number,
  parts: readonly ExampleGradients[],
): BoundParameters {
  const { kernels } = workspace;
  const count = parts.reduce((total, part) => total + part.count, 0);
  return {
    count,
    load: (values) => workspace.floats(weights, count).set(values),
    squaredNorm: (example) => parts.reduce((total, part) => total + part.squaredNorm(example), 0),
    accumulate(factors, examples) {
      for (const part of parts) part.accumulate(factors, examples);
    },
    clearGradient(example) {
      for (const part of parts) part.clearGradient(example);
    },
    clearSum() {
      for (const part of parts) kernels.clear(part.sum, part.count);
    },
    readSum(target) {
      let start = 0;
      for (const part of parts) {
        target.set(workspace.floats(part.sum, part.count), start);
        start += part.count;
      }
    },
  };
}

/** Parameters that are never trained: weights, and nothing about gradients. */
export function frozenParameters(
  { workspace }: GroupContext,
  weights: number,
  count: number,
): BoundParameters {
  return {
    count,
    load: (values) => workspace.floats(weights, count).set(values),
    squaredNorm: () => 0,
    accumulate: () => {},
    clearGradient: () => {},
    clearSum: () => {},
    readSum: (target) => void target.fill(0),
  };
}
