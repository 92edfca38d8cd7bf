import { describe, expect, it } from "vitest";
import { privUnitRandomizer } from "../../src/mechanisms/index.js";
import { keyedSource, type RandomSource, seededSource } from "../../src/random/index.js";
import { compileKernels } from "../../src/tensor/compile-kernels.js";
import { NormalStream } from "../../src/tensor/normal-stream.js";
import { Workspace } from "../../src/tensor/workspace.js";
import { GradientPass } from "../../src/training/gradients/_internal/gradient-pass.js";
import { clipNormOf } from "../../src/training/gradients/clip-norm-of.js";
import type { GradientRandomizer } from "../../src/training/gradients/gradient-randomizer.js";
import { referenceClippedSum } from "../../src/training/gradients/reference-clipped-sum.js";
import { cldp, loadMnist } from "../../src/training/index.js";
import { initialWeights, type Model, modelOf } from "../../src/training/models/index.js";
import { binomialTails, chiSquareTails, FALSE_ALARM, twoSided } from "./exact-tails.js";

const module = await compileKernels();
const { train } = await loadMnist();
const KEY = Uint32Array.from({ length: 8 }, (_, i) => 0x9e3779b9 * (i + 1));

function source(label: number): RandomSource {
  return keyedSource(KEY, false).fork(label);
}

interface Subject {
  readonly model: Model;
  readonly weights: Float32Array;
  readonly pass: GradientPass;
}

function subjectOf(model: Model): Subject {
  const weights = initialWeights(model, seededSource(5));
  const pass = new GradientPass(module, model);
  pass.loadWeights(weights);
  return { model, weights, pass };
}

const LARGE = subjectOf(modelOf("mnist-cnn"));

/** 1,690 weights. */
const SMALL = subjectOf({
  input: { height: 28, width: 28, channels: 1 },
  layers: [
    { kind: "convolution", filters: 16, side: 8, stride: 8, padding: 2 },
    { kind: "maxPool", side: 2, stride: 2 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 10 },
  ],
});

function report(randomizer: GradientRandomizer, examples: number[], label: number, of = LARGE): Float32Array {
  return of.pass.reportSum(train, Uint32Array.from(examples), randomizer, source(label)).sum;
}

function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!;
  return sum;
}

function clippedSum(
  examples: number[],
  { kind, clipBound: bound }: GradientRandomizer,
  of = LARGE,
): Float64Array {
  const clip = { norm: clipNormOf(kind), bound };
  return referenceClippedSum(of.model, of.weights, train, Uint32Array.from(examples), clip).sum;
}

describe("normals of the kernel, 6.4 million, false alarm 1e-6", () => {
  const workspace = new Workspace(module);
  const stream = new NormalStream(workspace);
  const buffer = workspace.allocateFloats(64_000);
  const crossed = new Map([2, 3, 4, 5].map((edge) => [edge, 0]));
  let squares = 0;
  let sum = 0;
  let count = 0;
  stream.start(source(99));
  for (let block = 0; block < 100; block++) {
    stream.fill(buffer, 64_000);
    for (const x of workspace.floats(buffer, 64_000)) {
      sum += x;
      squares += x * x;
      count++;
      for (const edge of crossed.keys()) {
        if (Math.abs(x) > edge) crossed.set(edge, crossed.get(edge)! + 1);
      }
    }
  }

  it("have mean 0 and variance 1; a variance 1 % off is noticed", { tags: ["long"] }, () => {
    expect(Math.abs(sum / Math.sqrt(count))).toBeLessThan(4.9);
    expect(twoSided(chiSquareTails(squares, count))).toBeGreaterThan(FALSE_ALARM);
    expect(twoSided(chiSquareTails(1.01 * squares, count))).toBeLessThan(FALSE_ALARM);
  });

  it.each([
    [2, 0.0455002638963584],
    [3, 0.002699796063260207],
    [4, 6.334248366623996e-5],
    [5, 5.733031437583892e-7],
  ])("cross %i as often as they must", (edge, probability) => {
    expect(twoSided(binomialTails(crossed.get(edge)!, count, probability))).toBeGreaterThan(FALSE_ALARM);
  });
});

describe("PrivUnit reports about one gradient", () => {
  const randomizer = { kind: "priv-unit", localEpsilon: 2, clipBound: 0.005 } as const;
  const law = privUnitRandomizer({ localEpsilon: 2, dimension: 13_706, bound: 0.005 });
  const axis = clippedSum([7], randomizer);
  const length = Math.sqrt(dot(axis, axis));

  it("all have the law's length, to f32's precision", () => {
    for (let i = 0; i < 20; i++) {
      const one = report(randomizer, [7 + i], i);
      expect(Math.sqrt(dot(one, one)) / law.reportLength).toBeCloseTo(1, 6);
    }
  });

  it("have the very heights that the law draws, to 1e-6; 5 % more ε shortens each", () => {
    for (let i = 0; i < 50; i++) {
      const same = source(i);
      same.fill(new Uint32Array(8));
      const height = law.drawHeight(same, length);
      expect(dot(report(randomizer, [7], i), axis) / length / law.reportLength).toBeCloseTo(height, 6);
      const looser = report({ ...randomizer, localEpsilon: 2.1 }, [7], i);
      expect(Math.sqrt(dot(looser, looser)) / law.reportLength).toBeLessThan(0.97);
    }
  });

  it("are uniform across the gradient: no direction is preferred", { tags: ["long"] }, () => {
    const others = [11, 12, 13].map((example) => {
      const other = clippedSum([example], randomizer);
      const along = dot(other, axis) / length ** 2;
      return other.map((entry, i) => entry - along * axis[i]!);
    });
    for (const direction of others) {
      const size = Math.sqrt(dot(direction, direction));
      let squares = 0;
      for (let i = 0; i < 1000; i++) {
        const one = report(randomizer, [7], i);
        const height = dot(one, axis) / length / law.reportLength;
        const across = dot(one, direction) / size / law.reportLength / Math.sqrt(1 - height ** 2);
        squares += across ** 2 * 13_705;
      }
      expect(twoSided(chiSquareTails(squares, 1000))).toBeGreaterThan(FALSE_ALARM);
    }
  });
});

describe.each<GradientRandomizer>([
  { kind: "priv-unit", localEpsilon: 2, clipBound: 0.37 },
  { kind: "priv-unit", localEpsilon: 2, clipBound: 4 },
  { kind: "hemisphere", localEpsilon: 2, clipBound: 0.37 },
  { kind: "linf", localEpsilon: 1.5, clipBound: 0.03 },
])("sums of reports, $kind within $clipBound", (randomizer) => {
  const examples = Array.from({ length: 64 }, () => 31);
  const sum = clippedSum(examples, randomizer, SMALL);
  const size = dot(sum, sum);
  const shares = Array.from(
    { length: 1000 },
    (_, i) => dot(report(randomizer, examples, i, SMALL), sum) / size,
  );
  const mean = shares.reduce((total, share) => total + share, 0) / shares.length;
  const variance = shares.reduce((total, share) => total + (share - mean) ** 2, 0) / (shares.length - 1);

  // The mean of 1,000 sums of 64 reports is normal; 5.2 standard deviations: false alarm 2e-7.
  it("are unbiased for the clipped sum; reports longer by the share that shows are rejected", () => {
    const deviation = Math.sqrt(variance / shares.length);
    expect(Math.abs(mean - 1)).toBeLessThan(5.2 * deviation);
    expect(deviation).toBeLessThan(0.06);
    expect(Math.abs((1 + 10.4 * deviation) * mean - 1)).toBeGreaterThan(5.2 * deviation);
  });
});

describe.each<GradientRandomizer>([
  { kind: "linf", localEpsilon: 1.5, clipBound: 0.03 },
  { kind: "l1", localEpsilon: 1.5, clipBound: 5 },
])("one-sign reports of the engine: $kind", (randomizer) => {
  const examples = Array.from({ length: 64 }, (_, i) => i);
  const reports = cldp({ users: 64, sampled: 64, randomizer }).reports(1690);
  const gradients = examples.map(
    (example) => SMALL.pass.clippedGradientSum(train, Uint32Array.of(example), { norm: "none" }).sum,
  );

  it("are those of 64 devices with the same randomness: their sum is the very sum, in single precision", () => {
    for (const label of [1, 2, 3]) {
      const devices = source(label);
      const sum = reports.aggregate(gradients.map((gradient) => reports.report(gradient, devices)));
      expect(report(randomizer, examples, label, SMALL)).toEqual(new Float32Array(sum));
    }
  });
});
