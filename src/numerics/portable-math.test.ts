import { describe, expect, it } from "vitest";
import { seededSource } from "../random/seeded-source.js";
import { cos, exp, expm1, log, log1p, pow, tanh } from "./portable-math.js";

const COUNT = 20_000;

/** Doubles between two limits, all 53 bits of them drawn. */
function numbersIn(min: number, max: number): Float64Array {
  const words = new Uint32Array(2 * COUNT);
  seededSource("portable math").fill(words);
  return Float64Array.from({ length: COUNT }, (_, i) => {
    const unit = (words[2 * i]! * 2 ** 21 + (words[2 * i + 1]! >>> 11)) / 2 ** 53;
    return min + (max - min) * unit;
  });
}

/** FNV-1a of the values' bytes: what every engine must give. */
function digest(values: Float64Array): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(values.buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}

describe("portable functions", () => {
  it.each([
    ["exp", exp, Math.exp, -20, 20],
    ["log", log, Math.log, 0, 1],
    ["expm1", expm1, Math.expm1, -1, 10],
    ["log1p", log1p, Math.log1p, -0.999, 1],
    ["tanh", tanh, Math.tanh, 0, 8],
    ["cos", cos, Math.cos, 0, 2 * Math.PI],
    ["pow", (x: number) => pow(x, 17), (x: number) => x ** 17, 0, 1],
  ] as const)(
    "%s is the engine's own to the last digits",
    { tags: ["slow"] },
    (_name, portable, own, min, max) => {
      for (const x of numbersIn(min, max)) {
        const scale = portable === cos ? 2 ** -53 : 2 ** -52 * Math.abs(own(x));
        expect(Math.abs(portable(x) - own(x))).toBeLessThanOrEqual(2 * scale);
      }
    },
  );

  // The digests are those of Math's own functions in Node 20, but for pow.
  it("give the same bits on every engine", () => {
    const digests = [
      numbersIn(-20, 20).map(exp),
      numbersIn(0, 1).map(log),
      numbersIn(-1, 10).map(expm1),
      numbersIn(-0.999, 1).map(log1p),
      numbersIn(0, 8).map(tanh),
      numbersIn(0, 2 * Math.PI).map(cos),
      numbersIn(0, 1).map((x) => pow(x, 17)),
    ].map(digest);
    expect(digests).toEqual([
      "3f35c362",
      "163af612",
      "9e2a826b",
      "9bce17f2",
      "8f380936",
      "d95e1f3c",
      "7c0229d5",
    ]);
  });

  it("know the cosine at the quarters", () => {
    expect(cos(0)).toBe(1);
    expect(cos(Math.PI / 2)).toBe(6.123233995736766e-17);
    expect(cos(Math.PI)).toBe(-1);
    expect(cos((3 * Math.PI) / 2)).toBe(-1.8369701987210297e-16);
    expect(cos(2 * Math.PI)).toBe(1);
  });
});
