import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/index.js";
import { CANARY_KINDS, type CanaryKind, canaryGradient } from "./canary-gradient.js";

const source = seededSource(5);

describe("a canary's gradient", () => {
  it.each(CANARY_KINDS)("%s: has the norm that it is to have", (kind) => {
    for (const [dimension, norm] of [
      [1, 0.3],
      [7, 2.5],
      [13_706, 0.01],
    ] as const) {
      const gradient = canaryGradient(kind, { dimension, norm, source });
      expect(gradient).toHaveLength(dimension);
      const length = Math.sqrt(gradient.reduce((sum, entry) => sum + entry ** 2, 0));
      expect(Math.abs(length / norm - 1)).toBeLessThan(1e-12);
    }
  });

  it("is in one entry, in all alike, or drawn", () => {
    const at = { dimension: 4, norm: 6, source };
    expect([...canaryGradient("dirac", at)]).toEqual([6, 0, 0, 0]);
    expect([...canaryGradient("equal", at)]).toEqual([3, 3, 3, 3]);
    expect(canaryGradient("random", at)).not.toEqual(canaryGradient("random", at));
    const mean = [0, 0, 0, 0];
    for (let draw = 0; draw < 2000; draw++)
      canaryGradient("random", at).forEach((entry, i) => {
        mean[i]! += entry / 2000;
      });
    // Each entry's mean has a deviation of 3/sqrt(2000) = 0.067; seven of them are exceeded with a
    // probability below 1e-11.
    for (const each of mean) expect(Math.abs(each)).toBeLessThan(0.47);
  });

  it("refuses what is out of range", () => {
    const refused: [unknown, object][] = [
      ["spike", { dimension: 3, norm: 1 }],
      ["dirac", { dimension: 0, norm: 1 }],
      ["equal", { dimension: 3, norm: 0 }],
      ["random", { dimension: 3, norm: 1 }],
    ];
    for (const [kind, options] of refused)
      expect(() => canaryGradient(kind as CanaryKind, options as never)).toThrow(/^canaryGradient: /);
  });
});
