import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleRoundedNormal, seededSource } from "../random/index.js";
import { gaussianRandomizer } from "./gaussian-randomizer.js";

const OPTIONS = { dimension: 5, bound: 0.7, stdDev: 1.3 };
const randomizer = gaussianRandomizer(OPTIONS);
const { gridStep } = randomizer;
const refusal = (code: string, message = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

/** What the randomizer adds to a value of zeros: the noise of the next report from a source of this seed. */
const noiseOf = (seed: number, dimension = 5) => {
  const source = seededSource(seed);
  return Int32Array.from({ length: dimension }, () => sampleRoundedNormal(source, 24));
};

describe("gaussianRandomizer", () => {
  it("describes a Gaussian whose noise is in clip bounds", () => {
    expect(randomizer.describe()).toEqual({ kind: "gaussian", noiseToClip: 1.3 / 0.7 });
    expect(gridStep).toBe(1.3 / 2 ** 24);
  });

  it("cuts a value to the grid, towards zero, and adds the noise of the grid", () => {
    const value = [0.25, -0.25, 0.9 * gridStep, -0.9 * gridStep, -0.1];
    const report = randomizer.randomize(seededSource(5), value);
    const noise = noiseOf(5);
    const steps = [...report].map((entry, index) => entry - noise[index]!);
    expect(steps).toEqual(value.map((entry) => Math.trunc(entry / gridStep) + 0));
  });

  it("scales longer values onto the ball, and none beyond it", () => {
    fc.assert(
      fc.property(
        fc.float64Array({ minLength: 5, maxLength: 5, noNaN: true, min: -1e9, max: 1e9 }),
        fc.constantFrom(1, 1e-9, 1e-4),
        (entries, unit) => {
          const value = entries.map((entry) => entry * unit);
          const report = randomizer.randomize(seededSource(5), value);
          const noise = noiseOf(5);
          const clipped = [...report].map((entry, index) => (entry - noise[index]!) * gridStep);
          const norm = Math.hypot(...value);
          expect(Math.hypot(...clipped)).toBeLessThanOrEqual(0.7);
          const scale = Math.min(1, 0.7 / norm);
          for (const [index, entry] of clipped.entries()) {
            expect(Math.abs(entry - scale * value[index]!)).toBeLessThan(gridStep + 2 ** -21);
          }
        },
      ),
    );
  });

  it("adds up the very integers, in any order", () => {
    const source = seededSource(8);
    const reports = Array.from({ length: 500 }, () => randomizer.randomize(source, [0.1, 0.2, 0.3, -0.4, 0]));
    const sum = randomizer.decodeSum(reports);
    const exact = Array.from({ length: 5 }, (_, index) =>
      reports.reduce((total, report) => total + BigInt(report[index]!), 0n),
    );
    expect([...sum]).toEqual(exact.map((steps) => Number(steps) * gridStep));
    expect(randomizer.decodeSum(reports.toReversed())).toEqual(sum);
    expect([...randomizer.decodeSum([])]).toEqual([0, 0, 0, 0, 0]);
  });

  it("sends 4 bytes an entry, lowest first, whatever the value", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (value) => {
          const report = randomizer.randomize(seededSource(9), value);
          const wire = new Uint8Array(21);
          wire.set(randomizer.encode(report), 1);
          expect(randomizer.encode(report)).toHaveLength(randomizer.bitsPerReport / 8);
          expect(randomizer.decode(wire.subarray(1))).toEqual(report);
        },
      ),
    );
    expect([...randomizer.encode(Int32Array.of(258, -1, 0, 0, 0)).subarray(0, 8)]).toEqual([
      2, 1, 0, 0, 255, 255, 255, 255,
    ]);
  });

  it("refuses what no honest user sends", () => {
    expect(() => randomizer.decode(new Uint8Array(19))).toThrow(refusal("BAD_INPUT", /20 bytes, got 19/));
    expect(() => randomizer.decode(new Uint8Array(0))).toThrow(refusal("BAD_INPUT", /20 bytes, got 0/));
    expect(() => randomizer.decode(new Array(20).fill(0) as never)).toThrow(
      refusal("BAD_INPUT", /Uint8Array/),
    );
    expect(() => randomizer.decode(undefined as never)).toThrow(refusal("BAD_INPUT"));
    expect(() => randomizer.decodeSum(5 as never)).toThrow(
      refusal("BAD_INPUT", /reports must be an array, or/),
    );
    expect(() => randomizer.decodeSum(null as never)).toThrow(refusal("BAD_INPUT", /reports must be/));
    const far = Int32Array.of(2 ** 31 - 1, 0, 0, 0, 0);
    const bytes = new Uint8Array(far.buffer);
    expect(() => randomizer.decode(bytes)).toThrow(
      refusal("OUT_OF_RANGE", /l2 norm must be a finite number in \[0, .* no honest report/),
    );
    expect(() => randomizer.encode(far)).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => randomizer.decodeSum([far])).toThrow(refusal("OUT_OF_RANGE", /reports\[0\]/));
    const good = new Int32Array(5);
    expect(() => randomizer.decodeSum([good, new Int32Array(4)])).toThrow(
      refusal("BAD_INPUT", /reports\[1\] must have 5 entries/),
    );
    expect(() => randomizer.decodeSum([Float64Array.of(NaN, 0, 0, 0, 0) as never])).toThrow(
      refusal("BAD_INPUT", /Int32Array/),
    );
  });

  it("accepts reports up to the length that it states", () => {
    const longest = (0.7 + 1.3 * (Math.sqrt(5) + 12)) / gridStep;
    const at = (steps: number) => Int32Array.of(Math.floor(steps), 0, 0, 0, 0);
    expect(randomizer.encode(at(longest))).toHaveLength(20);
    expect(() => randomizer.encode(at(longest + 1))).toThrow(refusal("OUT_OF_RANGE"));
  });

  it("refuses what it documents", () => {
    for (const [name, value] of [
      ["dimension", 0],
      ["dimension", 2.5],
      ["bound", 0],
      ["bound", NaN],
      ["stdDev", 0.7 / 65],
      ["stdDev", Infinity],
    ] as const) {
      const make = () => gaussianRandomizer({ ...OPTIONS, [name]: value });
      expect(make).toThrow(refusal("OUT_OF_RANGE", new RegExp(`${name} must be`)));
    }
    expect(() => gaussianRandomizer(undefined as never)).toThrow(refusal("BAD_INPUT"));
    const source = seededSource(1);
    expect(() => randomizer.randomize(source, [1, 2])).toThrow(refusal("BAD_INPUT", /5 entries/));
    expect(() => randomizer.randomize(source, [1, 2, NaN, 0, 0])).toThrow(refusal("OUT_OF_RANGE"));
  });

  it("leaves room in 32 bits for the longest value and least noise", () => {
    const least = gaussianRandomizer({ dimension: 1, bound: 64, stdDev: 1 });
    const report = least.randomize(seededSource(2), [-64]);
    expect(report[0]! - noiseOf(2, 1)[0]!).toBe(-Math.trunc(64 * (1 - 2 ** -22) * 2 ** 24));
  });
});
