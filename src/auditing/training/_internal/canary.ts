import type { ClipRule } from "../../../training/gradients/clip-rule.js";
import { clippedBy } from "../../../training/gradients/clipped-by.js";
import type { GradientEngine } from "../../../training/gradients/gradient-engine.js";

/** What a record is expected to add to the sum of a round that it joins; nothing where it is zeroed. */
export interface Expected {
  readonly present: Float64Array;
  readonly absent?: Float64Array;
}

/** The record that is played with. */
export interface Canary {
  /** What it adds at these weights if the system clips as it should. */
  expected(weights: Float32Array): Expected | Promise<Expected>;
  /** What the system adds for it; undefined for nothing. */
  contribution(
    secret: boolean,
    weights: Float32Array,
    clip: ClipRule,
  ): Float64Array | undefined | Promise<Float64Array | undefined>;
}

/**
 * A record whose gradient is what the adversary likes, at any weights; the opposite one is its counterpart
 * under replace-one.
 */
export function gradientCanary(
  gradient: Float64Array,
  { clipBound, isReplaced }: { readonly clipBound: number; readonly isReplaced: boolean },
): Canary {
  const opposite = gradient.map((entry) => -entry);
  const expected = clippedBy({ norm: "l2", bound: clipBound }, gradient);
  const pair = isReplaced
    ? { present: expected, absent: expected.map((entry) => -entry) }
    : { present: expected };
  return {
    expected: () => pair,
    contribution: (secret, _, clip) => {
      if (secret) return clippedBy(clip, gradient);
      return isReplaced ? clippedBy(clip, opposite) : undefined;
    },
  };
}

/**
 * A training example, the engine's first, that goes the way of all others; under replace-one the second
 * stands in for it.
 */
export function exampleCanary(
  engine: Pick<GradientEngine, "clippedGradientSum">,
  { clipBound, isReplaced }: { readonly clipBound: number; readonly isReplaced: boolean },
): Canary {
  const sumOf = async (example: number, weights: Float32Array, clip: ClipRule): Promise<Float64Array> =>
    (await engine.clippedGradientSum(weights, Uint32Array.of(example), clip)).sum;
  const expectedOf = async (example: number, weights: Float32Array): Promise<Float64Array> =>
    clippedBy({ norm: "l2", bound: clipBound }, await sumOf(example, weights, { norm: "none" }));
  return {
    expected: async (weights) => {
      const present = await expectedOf(0, weights);
      return isReplaced ? { present, absent: await expectedOf(1, weights) } : { present };
    },
    contribution: async (secret, weights, clip) => {
      if (secret) return sumOf(0, weights, clip);
      return isReplaced ? sumOf(1, weights, clip) : undefined;
    },
  };
}

/** The inner product. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
