import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededSource } from "../random/index.js";
import { normOf } from "./_internal/norm.js";
import { dummyReport } from "./dummy-report.js";
import { gaussianRandomizer } from "./gaussian-randomizer.js";
import { rotateAndCut } from "./rotate-and-cut.js";

/** The sign of an entry of the Hadamard matrix, bit by bit. */
function oddOnes(row: number, column: number): 1 | -1 {
  let ones = 0;
  for (let bit = 1; bit <= row; bit *= 2) if (row & column & bit) ones += 1;
  return ones % 2 === 1 ? -1 : 1;
}

const WIDE = { clipBound: 1e6, seed: "public" };

describe("rotateAndCut", () => {
  it("gives back what was cut, of any length and number of blocks", () => {
    const vectors = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), {
      minLength: 1,
      maxLength: 70,
    });
    fc.assert(
      fc.property(vectors, fc.integer({ min: 0, max: 7 }), (vector, power) => {
        const padded = 2 ** Math.ceil(Math.log2(vector.length));
        const blocks = rotateAndCut({
          ...WIDE,
          dimension: vector.length,
          blocks: Math.min(padded, 2 ** power),
        });
        const joined = blocks.join(blocks.cut(vector));
        joined.forEach((entry, i) => {
          expect(Math.abs(entry - vector[i]!)).toBeLessThan(1e-10);
        });
      }),
    );
  });

  it("is a rotation: lengths of vectors and of their differences stay", () => {
    const { cut } = rotateAndCut({ ...WIDE, dimension: 48, blocks: 8 });
    const one = Array.from({ length: 48 }, (_, i) => Math.sin(i));
    const other = Array.from({ length: 48 }, (_, i) => Math.cos(3 * i));
    const distance = normOf(
      one.map((entry, i) => entry - other[i]!),
      "l2",
    );
    const [a, b] = [one, other].map((vector) => cut(vector).flatMap((block) => [...block])) as [
      number[],
      number[],
    ];
    const turned = a.map((entry, i) => entry - b[i]!);
    expect(normOf(turned, "l2")).toBeCloseTo(distance, 10);
  });

  it("clips each block to C over the root of m, rounding included", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 16, maxLength: 64 }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (vector, clipBound) => {
          const blocks = rotateAndCut({ dimension: vector.length, blocks: 8, clipBound, seed: 3 });
          const bound = clipBound / Math.sqrt(8);
          for (const block of blocks.cut(vector)) {
            expect(normOf(block, "l2")).toBeLessThanOrEqual(blocks.blockBound);
            expect(normOf(block, "l2")).toBeLessThanOrEqual(bound);
          }
          expect(blocks.blockBound).toBeGreaterThan(bound * (1 - 1e-14));
        },
      ),
    );
  });

  it("spreads a heavy coordinate, and a vector as long as the clip bound loses little", () => {
    const dimension = 4096;
    const vector = Float64Array.from({ length: dimension }, (_, i) => (i === 5 ? 100 : Math.sin(i * i)));
    const clipBound = normOf(vector, "l2");
    const rotated = rotateAndCut({ dimension, blocks: 16, clipBound, seed: 11 });
    const joined = rotated.join(rotated.cut(vector));
    const kept = joined.reduce((sum, entry, i) => sum + entry * vector[i]!, 0) / clipBound ** 2;
    expect(kept).toBeGreaterThan(0.97);
    expect(kept).toBeLessThan(1);
    expect(kept).toBeLessThan(1 - 0.2 / Math.sqrt((2 * dimension) / 16));
  });

  it("another seed is another rotation, the same seed the same one", () => {
    const vector = Array.from({ length: 32 }, (_, i) => i);
    const cut = (seed: number | string): number[][] =>
      rotateAndCut({ ...WIDE, seed, dimension: 32, blocks: 4 })
        .cut(vector)
        .map((block) => [...block]);
    expect(cut(1)).toEqual(cut(1));
    expect(cut(1)).not.toEqual(cut(2));
    expect(cut(1)).not.toEqual(cut("1"));
  });

  it("keeps the lengths of matrices and gives them back, with any number of columns", {
    tags: ["slow"],
  }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 26 }),
        fc.integer({ min: 0, max: 5 }),
        (rows, columns, power) => {
          const vector = Float64Array.from({ length: rows * columns }, (_, i) => Math.sin(i * i + rows));
          const blocks = Math.min(2 ** Math.ceil(Math.log2(rows)), 2 ** power);
          const rotated = rotateAndCut({ ...WIDE, dimension: vector.length, columns, blocks });
          const cut = rotated.cut(vector);
          expect(cut).toHaveLength(blocks);
          expect(
            normOf(
              cut.flatMap((block) => [...block]),
              "l2",
            ),
          ).toBeCloseTo(normOf(vector, "l2"), 10);
          rotated.join(cut).forEach((entry, i) => {
            expect(Math.abs(entry - vector[i]!)).toBeLessThan(1e-12);
          });
        },
      ),
    );
  });

  it("rotates a matrix from both sides and cuts it along diagonals, as theory has it", () => {
    const [rows, columns, blocks] = [11, 10, 4];
    const { cut, rowSigns, columnRotation, blockLength } = rotateAndCut({
      ...WIDE,
      dimension: rows * columns,
      columns,
      blocks,
    });
    const entry = (row: number, column: number): number => Math.cos(7 * row + column * column);
    const vector = Array.from({ length: rows * columns }, (_, i) =>
      entry(Math.floor(i / columns), i % columns),
    );
    const classRows = Math.ceil(rows / blocks);
    const order = columnRotation.length;
    expect([order, blockLength]).toEqual([12, classRows * 12]);
    for (const [k, block] of cut(vector).entries()) {
      for (const [i, value] of block.entries()) {
        const [q, o] = [Math.floor(i / order), i % order];
        const target = (k - o + 12 * blocks) % blocks;
        let sum = 0;
        for (let row = q; row < rows; row += classRows) {
          const sign = oddOnes((row - q) / classRows, target);
          for (let column = 0; column < columns; column++) {
            sum +=
              (sign * rowSigns[row]! * columnRotation[o]![column]! * entry(row, column)) / Math.sqrt(blocks);
          }
        }
        expect(value).toBeCloseTo(sum, 12);
      }
    }
  });

  it("spreads an outer product of one heavy column evenly over the blocks", () => {
    const [rows, columns, blocks] = [393, 10, 64];
    const left = Array.from({ length: rows }, (_, i) => Math.abs(Math.sin(i * i)) + (i === 392 ? 3 : 0));
    const right = Array.from({ length: columns }, (_, i) => (i === 3 ? -0.9 : 0.1));
    const vector = left.flatMap((x) => right.map((e) => x * e));
    const clipBound = normOf(vector, "l2");
    const kept = (seed: number, of: { readonly columns?: number }): number => {
      const rotated = rotateAndCut({ dimension: rows * columns, blocks, clipBound, seed, ...of });
      const joined = rotated.join(rotated.cut(vector));
      return joined.reduce((sum, entry, i) => sum + entry * vector[i]!, 0) / clipBound ** 2;
    };
    const seeds = Array.from({ length: 8 }, (_, seed) => seed);
    const mean = (of: { readonly columns?: number }): number =>
      seeds.reduce((sum, seed) => sum + kept(seed, of), 0) / seeds.length;
    expect(mean({ columns })).toBeGreaterThan(mean({}) - 0.005);
    expect(mean({ columns })).toBeGreaterThan(0.95);
  });

  it("leaves the vector as it is", () => {
    const vector = Float64Array.of(3, 4, 5);
    rotateAndCut({ dimension: 3, blocks: 2, clipBound: 1, seed: 0 }).cut(vector);
    expect([...vector]).toEqual([3, 4, 5]);
  });

  it("names what it is given wrongly", () => {
    const good = { dimension: 100, blocks: 4, clipBound: 1, seed: 1 };
    const code = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(code(() => rotateAndCut({ ...good, blocks: 3 }))).toBe("OUT_OF_RANGE");
    expect(code(() => rotateAndCut({ ...good, blocks: 256 }))).toBe("OUT_OF_RANGE");
    expect(code(() => rotateAndCut({ ...good, columns: 3 }))).toBe("BAD_INPUT");
    expect(code(() => rotateAndCut({ ...good, columns: 0 }))).toBe("OUT_OF_RANGE");
    expect(code(() => rotateAndCut({ ...good, columns: 50 }))).toBe("OUT_OF_RANGE");
    expect(code(() => rotateAndCut({ ...good, dimension: 0 }))).toBe("OUT_OF_RANGE");
    expect(code(() => rotateAndCut({ ...good, clipBound: Number.NaN }))).toBe("OUT_OF_RANGE");
    expect(code(() => rotateAndCut({ ...good, seed: -1 }))).toBe("OUT_OF_RANGE");
    expect(code(() => rotateAndCut(undefined as never))).toBe("BAD_INPUT");
    const { cut, join } = rotateAndCut(good);
    expect(code(() => cut([1, 2]))).toBe("BAD_INPUT");
    expect(code(() => cut(new Float64Array(100).fill(Number.NaN)))).toBe("OUT_OF_RANGE");
    expect(code(() => join([]))).toBe("BAD_INPUT");
    expect(code(() => join([[], [], [], []]))).toBe("BAD_INPUT");
  });
});

describe("dummyReport", () => {
  const blocks = rotateAndCut({ dimension: 1 << 14, blocks: 1, clipBound: 1, seed: 0 });
  const randomizer = gaussianRandomizer({
    dimension: blocks.blockLength,
    bound: blocks.blockBound,
    stdDev: 1.4,
  });
  const dummy = dummyReport(seededSource(9), randomizer);

  it("is the report of a zero vector, bit by bit, and as long in bytes as any", () => {
    const [zero] = blocks.cut(new Float64Array(1 << 14)) as [Float64Array];
    expect(dummy).toEqual(randomizer.randomize(seededSource(9), zero));
    const [real] = blocks.cut(new Float64Array(1 << 14).fill(1)) as [Float64Array];
    const bytes = randomizer.encode(dummy);
    expect(randomizer.encode(randomizer.randomize(seededSource(2), real)).length).toBe(bytes.length);
    expect(randomizer.decode(bytes)).toEqual(dummy);
  });

  it("has the noise's variance: 2^14 entries of a fixed seed, false alarms 1e-6; noise 6 % off is seen", () => {
    const squares = dummy.reduce((sum, entry) => sum + (entry * randomizer.gridStep) ** 2, 0);
    const scores = (stdDev: number): number =>
      Math.abs(squares / stdDev ** 2 - dummy.length) / Math.sqrt(2 * dummy.length);
    expect(scores(1.4)).toBeLessThan(5);
    expect(scores(1.06 * 1.4)).toBeGreaterThan(5);
    expect(scores(1.4 / 1.06)).toBeGreaterThan(5);
  });

  it("needs a randomizer and a source", () => {
    expect(() => dummyReport(seededSource(1), undefined as never)).toThrow("dummyReport");
    expect(() => dummyReport(undefined as never, randomizer)).toThrow("source");
  });
});
