import { describe, expect, it } from "vitest";
import { compileKernels } from "../../../tensor/compile-kernels.js";
import { Workspace } from "../../../tensor/workspace.js";
import { clipFactor } from "../../gradients/_internal/clip-factor.js";
import { matrixGradients } from "../_internal/matrix-gradients.js";
import { allocateTensor } from "../_internal/tensor.js";
import { outerGradients } from "./outer-gradients.js";

const module = await compileKernels();

const [POSITIONS, INPUTS, UNITS] = [5, 6, 7];

/** The gradients of one example with equal rows at positions 1, 2 and 3; values of the given sizes. */
function made(value: number, slope: number) {
  const group = { workspace: new Workspace(module), group: 1 };
  const { workspace } = group;
  const shape = { height: POSITIONS, width: 1, channels: INPUTS };
  const input = allocateTensor(group, shape);
  const output = allocateTensor(group, { ...shape, channels: UNITS });
  const context = { ...group, input, output: output.shape };
  const matrix = { rows: INPUTS, columns: UNITS, positions: POSITIONS, write: () => {}, clear: () => {} };
  const gradients = outerGradients(context, output, matrixGradients(context, matrix));
  const x = Float32Array.from({ length: POSITIONS * INPUTS }, (_, i) => value * Math.sin(i * i + 1));
  const g = Float32Array.from({ length: UNITS }, (_, i) => slope * Math.cos(i * i));
  workspace.floats(input.values, x.length).set(x);
  for (const row of [1, 2, 3]) workspace.floats(output.gradients + 4 * row * UNITS, UNITS).set(g);
  output.equalRows = () => ({ first: 1, count: 3 });
  gradients.prepare(1);
  const exact = Array.from({ length: INPUTS * UNITS }, (_, at) => {
    const [i, j] = [Math.floor(at / UNITS), at % UNITS];
    return [1, 2, 3].reduce((sum, row) => sum + x[row * INPUTS + i]! * g[j]!, 0);
  });
  const sumWith = (factor: number) => {
    const factors = workspace.allocateFloats(1);
    workspace.floats(factors, 1)[0] = factor;
    workspace.floats(gradients.sum, exact.length).fill(0);
    gradients.accumulate(factors, 1);
    return Array.from(workspace.floats(gradients.sum, exact.length));
  };
  return { gradients, exact, sumWith };
}

function l2(values: readonly number[]): number {
  return Math.sqrt(values.reduce((total, value) => total + value * value, 0));
}

describe("outerGradients", () => {
  // Squares of the last two leave the range of f32.
  it.each([
    [1, 1],
    [3e4, 2e-6],
    [1e18, 1e-23],
    [1e-24, 1e20],
  ])("clip to the bound, of values %d and slopes %d", (value, slope) => {
    const { gradients, exact, sumWith } = made(value, slope);
    const norm = Math.sqrt(gradients.squaredNorm(0));
    expect(norm / l2(exact)).toBeCloseTo(1, 5);
    const raw = sumWith(1);
    expect(l2(raw.map((entry, i) => entry - exact[i]!)) / l2(exact)).toBeLessThan(1e-6);
    expect(norm).toBeGreaterThanOrEqual(l2(raw) * (1 - 2 ** -23));
    const bound = 0.3 * norm;
    const clipped = l2(sumWith(clipFactor(bound, norm)));
    expect(clipped).toBeLessThanOrEqual(bound);
    expect(clipped).toBeGreaterThan(bound * (1 - 2 ** -19));
  });

  it("are nothing once they are cleared, whatever they held", () => {
    const { gradients, sumWith } = made(Infinity, 1);
    expect(gradients.squaredNorm(0)).toBeNaN();
    gradients.clearGradient(0);
    expect(gradients.squaredNorm(0)).toBe(0);
    expect(l2(sumWith(1))).toBe(0);
  });
});
