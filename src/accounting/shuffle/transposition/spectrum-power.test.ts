/**
 * Powers of a spectrum by few frequencies against the whole transform, and the bound that lets the others be
 * left out.
 */
import { describe, expect, it } from "vitest";
import { sampleUniform, seededSource } from "../../../random/index.js";
import type { CircleLaw } from "./circle-law.js";
import { frequenciesOf } from "./frequencies-of.js";
import { spectrumPower } from "./spectrum-power.js";
import { uncertainAngles } from "./uncertain-angles.js";

function lawOf(length: number, weight: (place: number) => number, last: number): CircleLaw {
  const places = Int32Array.from({ length: 2 * last + 1 }, (_, i) => i - last);
  const weights = Float64Array.from(places, weight);
  const total = weights.reduce((sum, each) => sum + each, 0);
  return { places, mass: weights.map((each) => each / total), length };
}

const source = seededSource(20);
const LAWS: readonly (readonly [string, CircleLaw])[] = [
  ["bell", lawOf(1024, (k) => Math.exp((-k * k) / 50), 40)],
  ["skewed", lawOf(4096, (k) => Math.exp(k > 0 ? -k / 20 : k), 200)],
  ["heavy tail", lawOf(8192, (k) => (k > 0 ? 0.01 / k ** 1.5 : Math.exp(2 * k)), 300)],
  ["rough", lawOf(2048, () => sampleUniform(source) ** 4, 60)],
  ["even places and one", lawOf(2048, (k) => (k === 1 ? 1e-3 : k % 2 === 0 ? 1 : 0), 20)],
  ["a comb", lawOf(2048, (k) => (k % 4 === 0 ? 1 : 0), 40)],
];

function radiusAt({ places, mass }: CircleLaw, angle: number): number {
  let [re, im] = [0, 0];
  mass.forEach((each, i) => {
    re += each * Math.cos(angle * places[i]!);
    im += each * Math.sin(angle * places[i]!);
  });
  return Math.hypot(re, im);
}

describe("angles that are not uncertain", () => {
  it.each(LAWS)("%s: fall as much as is said", { tags: ["slow"] }, (_, law) => {
    for (const fall of [1e-4, 1e-3, 0.01, 0.1]) {
      const gaps = uncertainAngles(law, fall);
      expect(gaps[0]![0]).toBe(0);
      for (let angle = 0; angle < Math.PI; angle += 0.0007) {
        const isProven = !gaps.some(([from, to]) => angle >= from && angle <= to);
        if (isProven) expect(-Math.log(radiusAt(law, angle))).toBeGreaterThanOrEqual(fall * (1 - 1e-9));
      }
    }
  });

  it("are most of them for a bell, and none of a comb's peaks", () => {
    const width = uncertainAngles(LAWS[0]![1], 1e-4).reduce((sum, [from, to]) => sum + to - from, 0);
    expect(width).toBeLessThan(0.02);
    const ofComb = uncertainAngles(LAWS.at(-1)![1], 1e-4);
    for (const peak of [Math.PI / 2, Math.PI]) {
      expect(ofComb.some(([from, to]) => from <= peak && peak <= to)).toBe(true);
    }
  });
});

describe("frequencies term by term", () => {
  it.each(LAWS)("%s: the transform's, within both errors", (_, law) => {
    const all = frequenciesOf(law, [{ first: 0, end: law.length / 2 + 1 }]);
    const some = frequenciesOf(law, [
      { first: 0, end: 7 },
      { first: 90, end: 131 },
    ]);
    for (const j of [0, 1, 6, 90, 117, 130]) {
      for (const part of [2 * j, 2 * j + 1]) {
        expect(Math.abs(all.spectrum[part]! - some.spectrum[part]!)).toBeLessThanOrEqual(all.error);
      }
    }
    expect(some.spectrum[2 * 50]).toBe(0);
  });
});

const COPIES = [1, 7, 1000, 60_000];

describe("the power", () => {
  it.each(
    LAWS.flatMap(([name, law]) => [
      [`${name}, each`, law, COPIES.map((copies) => [copies])] as const,
      [`${name}, together`, law, [COPIES]] as const,
    ]),
  )(
    "%s: by few frequencies as by all, within the errors that are said",
    { tags: ["slow"] },
    (_, law, groups) => {
      const powers = groups.flatMap((group) => spectrumPower(law, group));
      for (const [i, copies] of COPIES.entries()) {
        const { spectrum, error, norm } = powers[i]!;
        let [off, sum] = [0, 0];
        for (let j = 0; j <= law.length / 2; j++) {
          const angle = (2 * Math.PI * j) / law.length;
          const power = radiusAt(law, angle) ** copies;
          const [re, im] = [spectrum[2 * j] ?? 0, spectrum[2 * j + 1] ?? 0];
          const sides = j === 0 || j === law.length / 2 ? 1 : 2;
          off += sides * Math.abs(Math.hypot(re, im) - power);
          sum += sides * power;
        }
        expect(off).toBeLessThanOrEqual(error + 1e-11 * copies * sum);
        expect(norm).toBeGreaterThanOrEqual(sum * (1 - 1e-9));
      }
    },
  );
});
