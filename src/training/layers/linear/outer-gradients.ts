import type { Tensor } from "../_internal/bound-layer.js";
import { productScratch } from "../_internal/product-scratch.js";
import { roundUp } from "../_internal/tensor.js";
import type { ExampleGradients } from "../_internal/written-rows.js";
import type { LayerContext } from "../layer-kind.js";

/** Covers the roundings of two sums of squares in f64, of 2^20 terms each, and of their product. */
const SAFE = 1 + 2 ** -30;

/** Numbers of one example, one behind the other, then zeros up to a multiple of 16. */
interface Vectors {
  readonly size: number;
  address(example: number): number;
}

/**
 * Gradients of the weights, as the outer product of two vectors where the output's gradients have equal rows
 * g: the sum of these positions' inputs, and g. Neither written out nor multiplied position by position; else
 * by the other gradients.
 *
 * The norm is at least that of the product, and what is added up is the product, each entry rounded twice.
 */
export function outerGradients(
  context: LayerContext,
  output: Tensor,
  others: ExampleGradients,
): ExampleGradients {
  const { workspace, input } = context;
  const { kernels } = workspace;
  const scratch = productScratch(workspace);
  const inputs = input.shape.channels;
  const units = output.shape.channels;
  const [sums, slopes, clipped] = [inputs, units, units].map((count) => vectors(context, count)) as [
    Vectors,
    Vectors,
    Vectors,
  ];
  let isOuter = false;

  function prepareOuter(example: number, first: number, positions: number): void {
    const values = input.values + 4 * (example * input.stride + first * input.channels);
    kernels.clear(sums.address(example), inputs);
    kernels.addColumnSums(sums.address(example), values, positions, input.channels, inputs);
    const row = output.gradients + 4 * (example * output.stride + first * output.channels);
    kernels.copyRows(slopes.address(example), units, row, 0, 1, units);
  }

  return {
    count: others.count,
    sum: others.sum,
    prepare(count) {
      const ranges = Array.from({ length: count }, (_, i) => output.equalRows?.(i));
      isOuter = ranges.every((range) => range !== undefined);
      if (!isOuter) others.prepare(count);
      else for (const [i, range] of ranges.entries()) prepareOuter(i, range!.first, range!.count);
    },
    squaredNorm(example) {
      if (!isOuter) return others.squaredNorm(example);
      const left = sums.address(example);
      const right = slopes.address(example);
      return kernels.normProducts(1, left, inputs, inputs, right, units, units) ** 2 * SAFE;
    },
    accumulate(factors, count) {
      if (!isOuter) {
        others.accumulate(factors, count);
        return;
      }
      const factor = workspace.floats(factors, count);
      for (let i = 0; i < count; i++) {
        kernels.scale(clipped.address(i), slopes.address(i), slopes.size, factor[i]!);
      }
      // biome-ignore format: one kernel call
      kernels.product(inputs, units, count, sums.address(0), 1, sums.size, clipped.address(0), clipped.size, 1,
        others.sum, units, 0, true, scratch);
    },
    clearGradient(example) {
      others.clearGradient(example);
      for (const { address, size } of [sums, slopes]) kernels.clear(address(example), size);
    },
  };
}

/** Zeros. */
function vectors({ workspace, group }: LayerContext, count: number): Vectors {
  const size = roundUp(count, 16);
  const start = workspace.allocateFloats(group * size);
  return { size, address: (example) => start + 4 * example * size };
}
