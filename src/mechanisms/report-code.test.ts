import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DpError } from "../errors.js";
import { seededSource } from "../random/index.js";
import {
  hemisphereRandomizer,
  karyRandomizedResponse,
  l1Randomizer,
  linfRandomizer,
  privUnitRandomizer,
} from "./index.js";
import type { VectorRandomizer } from "./local-randomizer.js";
import type { ReportCode } from "./report-code.js";

const source = seededSource(202);
const BALL = { localEpsilon: 1.7, dimension: 300, bound: 0.3 };

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof DpError) return `${error.code}: ${error.message}`;
  }
  return "accepted";
}

describe.each<[string, ReportCode<number>, number, number]>([
  ["karyRandomizedResponse", karyRandomizedResponse({ localEpsilon: 1, categories: 300 }), 300, 2],
  [
    "karyRandomizedResponse, 2^32 categories",
    karyRandomizedResponse({ localEpsilon: 1, categories: 2 ** 32 }),
    2 ** 32,
    4,
  ],
  ["karyRandomizedResponse, a coin", karyRandomizedResponse({ localEpsilon: 1, categories: 2 }), 2, 1],
  ["linfRandomizer", linfRandomizer(BALL), 600, 2],
  ["l1Randomizer", l1Randomizer(BALL), 1024, 2],
])("%s's reports", (_name, code, reportCount, size) => {
  it("survive the wire and all take the same bytes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: reportCount - 1 }), (report) => {
        const bytes = code.encode(report);
        expect(bytes).toHaveLength(size);
        expect(code.decode(bytes)).toBe(report);
      }),
    );
    expect(code.encode(reportCount - 1)).toHaveLength(size);
    expect(size).toBe(Math.ceil(code.bitsPerReport / 8));
  });

  it("are refused when they are none", () => {
    for (const report of [-1, reportCount, 0.5, Number.NaN]) {
      expect(refusal(() => code.encode(report))).toMatch(/^OUT_OF_RANGE: .*report/);
    }
    expect(refusal(() => code.decode(new Uint8Array(size + 1)))).toMatch(/^BAD_INPUT: .*must have/);
    expect(refusal(() => code.decode(new Uint8Array(0)))).toMatch(/^BAD_INPUT: .*must have/);
    const largest = 256 ** size - 1;
    const past = refusal(() => code.decode(new Uint8Array(size).fill(255)));
    expect(past).toMatch(largest < reportCount ? /^accepted/ : /^OUT_OF_RANGE/);
  });
});

describe.each([
  ["hemisphereRandomizer", hemisphereRandomizer({ ...BALL, dimension: 3 })],
  ["privUnitRandomizer", privUnitRandomizer({ ...BALL, dimension: 3 })],
])("%s's reports", (_name, code) => {
  it("survive the wire to the last bit, wherever the bytes lie", () => {
    fc.assert(
      fc.property(
        fc.float64Array({ minLength: 3, maxLength: 3, noNaN: true, min: -1e100, max: 1e100 }),
        (value) => {
          const report = code.randomize(source, value);
          const wire = new Uint8Array(1 + 24);
          wire.set(code.encode(report), 1);
          expect(code.decode(wire.subarray(1))).toEqual(report);
        },
      ),
    );
  });

  it("begin with the first entry's lowest byte", () => {
    const report = Float64Array.of(code.reportLength, 0, 0);
    expect(Array.from(code.encode(report).subarray(0, 8))).toEqual(
      Array.from(new Uint8Array(report.buffer, 0, 8)),
    );
    expect(code.encode(report)[7]).toBe(0x3f);
  });

  it("are refused when they are none", () => {
    expect(refusal(() => code.encode(Float64Array.of(1, 2)))).toMatch(/^BAD_INPUT: .*3 entries, got 2/);
    expect(refusal(() => code.encode(Float64Array.of(1, 2, Number.NaN)))).toMatch(/^OUT_OF_RANGE/);
    expect(refusal(() => code.decode(new Uint8Array(23)))).toMatch(/^BAD_INPUT: .*24 bytes, got 23/);
    expect(refusal(() => code.decode(new Uint8Array(24).fill(255)))).toMatch(/^OUT_OF_RANGE/);
    expect(refusal(() => code.decode(new Array(24).fill(0) as never))).toMatch(/^BAD_INPUT: .*a Uint8Array/);
  });

  it("are refused when no report has their length", () => {
    for (const factor of [0, 0.999, 1.001, -1.001, 1e150]) {
      const forged = Float64Array.of(0, factor * code.reportLength, 0);
      const bytes = new Uint8Array(forged.buffer);
      const fault = /^OUT_OF_RANGE: .*report.*'s l2 norm must be/;
      expect(refusal(() => code.encode(forged))).toMatch(fault);
      expect(refusal(() => code.decode(bytes))).toMatch(fault);
      expect(refusal(() => code.decodeMean([forged]))).toMatch(fault);
    }
  });
});

describe.each<[string, VectorRandomizer<number> | VectorRandomizer<Float64Array>]>([
  ["hemisphereRandomizer", hemisphereRandomizer(BALL)],
  ["privUnitRandomizer", privUnitRandomizer(BALL)],
  ["linfRandomizer", linfRandomizer(BALL)],
  ["l1Randomizer", l1Randomizer(BALL)],
])("%s's sums", (_name, given) => {
  const randomizer = given as VectorRandomizer<number | Float64Array>;
  const value = new Float64Array(300).fill(0.001);
  const reports = Array.from({ length: 7 }, () => randomizer.randomize(source, value));

  it("are the mean's, times the number of reports, also of reports that come one by one", () => {
    const mean = randomizer.decodeMean(reports);
    const sum = randomizer.decodeSum(reports.values());
    for (const [index, entry] of sum.entries()) {
      expect(Math.abs(entry - 7 * mean[index]!)).toBeLessThanOrEqual(
        1e-14 * Math.sqrt(randomizer.worstVariance),
      );
    }
    expect([...randomizer.decodeSum([])]).toEqual(new Array(300).fill(0));
    expect(refusal(() => randomizer.decodeSum(5 as never))).toMatch(
      /^BAD_INPUT: .*reports must be an array, or/,
    );
  });

  it("are refused where one is no report, by its place", () => {
    const none = typeof reports[0] === "number" ? -1 : new Float64Array(300);
    expect(refusal(() => randomizer.decodeSum([reports[0]!, none]))).toMatch(/^OUT_OF_RANGE: .*reports\[1\]/);
  });
});
