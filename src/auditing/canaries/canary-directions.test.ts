import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/index.js";
import { canaryDirections, MANY_CANARIES } from "./canary-directions.js";

describe.each(MANY_CANARIES)("directions of many canaries: %s", (kind) => {
  const [count, dimension] = [30, 1000];
  const directions = canaryDirections(kind, { count, dimension, source: seededSource(2) });
  const vectorOf = (index: number): Float64Array => {
    const vector = new Float64Array(dimension);
    directions.addTo(vector, (i) => (i === index ? 1 : 0));
    return vector;
  };

  it("are unit vectors, and inner products with them are those of a plain loop", () => {
    const probe = Float64Array.from({ length: dimension }, (_, i) => Math.sin(i));
    const projected = directions.project(probe);
    expect(projected).toHaveLength(count);
    for (let index = 0; index < count; index++) {
      const vector = vectorOf(index);
      expect(Math.abs(vector.reduce((sum, entry) => sum + entry ** 2, 0) - 1)).toBeLessThan(1e-12);
      const inner = vector.reduce((sum, entry, i) => sum + entry * probe[i]!, 0);
      expect(Math.abs(projected[index]! - inner)).toBeLessThan(1e-10);
    }
  });

  it("are orthogonal, or nearly so", () => {
    const vectors = Array.from({ length: count }, (_, index) => vectorOf(index));
    for (let i = 0; i < count; i++) {
      const inner = directions.project(vectors[i]!);
      inner.forEach((each, j) => {
        // Of signs drawn at random the deviation is 1/sqrt(1000) = 0.032; seven of them are passed by a
        // chance below 1e-11.
        if (i !== j) expect(Math.abs(each)).toBeLessThan(kind === "dirac" ? 1e-15 : 0.23);
      });
    }
  });

  it("add up, each with its factor", () => {
    const sum = new Float64Array(dimension).fill(0.5);
    directions.addTo(sum, (index) => index - 3);
    const expected = new Float64Array(dimension).fill(0.5);
    for (let index = 0; index < count; index++)
      vectorOf(index).forEach((entry, i) => {
        expected[i]! += (index - 3) * entry;
      });
    sum.forEach((entry, i) => {
      expect(Math.abs(entry - expected[i]!)).toBeLessThan(1e-12);
    });
  });
});
