import fc from "fast-check";
import { expect, test } from "vitest";
import { logBinomialMass } from "../../../../numerics/log-binomial-mass.js";
import { ThresholdSegments } from "./threshold-segments.js";

const FAIR = { probability: 0.5, complement: 0.5 };
/** Logs below it are of masses that may have left the doubles. */
const MIN_LOG = -640;

/** Logs of P(Bin(i, 1/2) = threshold - 1) and P(Bin(i, 1/2) >= threshold), term by term. */
function logsOf(i: number, threshold: number): { readonly logMass: number; readonly logTail: number } {
  const logMass = logBinomialMass(threshold - 1, i, FAIR);
  let [ratio, tail] = [1, 0];
  for (let k = threshold; k <= i; k++) {
    ratio *= (i - k + 1) / k;
    tail += ratio;
  }
  return { logMass, logTail: logMass + Math.log(tail) };
}

/**
 * The most of i + 1 contested reports that may differ where the ratio is to exceed e^epsilon; -1 where none
 * may.
 */
function mostDiffering(i: number, total: number, localEpsilon: number, epsilon: number): number {
  let [fits, fails] = [-1, i + 2];
  while (fails - fits > 1) {
    const differing = Math.floor((fits + fails) / 2);
    const lead = i + 1 - differing - Math.exp(epsilon) * differing;
    if (Math.expm1(localEpsilon) * lead > Math.expm1(epsilon) * total) fits = differing;
    else fails = differing;
  }
  return fits;
}

test.each([
  ["near thresholds", { least: 2000, width: 1, columns: 80 }],
  ["far thresholds", { least: 20_000, width: 400, columns: 20 }],
  ["thresholds whose masses leave the doubles", { least: 9000, width: 900, columns: 20 }],
])(
  "segments cover every column that counts, each with its tail: %s",
  { tags: ["slow", "long"] },
  (_, { least, width, columns }) => {
    const totals = Float64Array.from({ length: columns }, (_, j) => least + j * width);
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 4, noNaN: true }),
        fc.double({ min: 0.01, max: 0.9, noNaN: true }),
        (localEpsilon, share) => {
          const epsilon = share * localEpsilon;
          const segments = new ThresholdSegments(totals, { localEpsilon, epsilon });
          for (let i = least / 2; i > least / 2 - 70; i--) {
            const seen = new Map<number, { massBelow: number; tail: number }>();
            const row = segments.ofRow(i);
            for (let at = 0; at < row.count; at++) {
              const values = { massBelow: row.massBelow[at]!, tail: row.tail[at]! };
              for (let j = row.start[at]!; j < row.end[at]!; j++) seen.set(j, values);
            }
            for (const [j, total] of totals.entries()) {
              const differing = mostDiffering(i, total, localEpsilon, epsilon);
              expect(seen.has(j)).toBe(differing >= 0);
              if (differing < 0) continue;
              const { logMass, logTail } = logsOf(i, i + 1 - differing);
              const { massBelow, tail } = seen.get(j)!;
              if (logMass > MIN_LOG) expect(Math.log(massBelow)).toBeCloseTo(logMass, 9);
              if (logTail > MIN_LOG) expect(Math.log(tail)).toBeCloseTo(logTail, 9);
            }
          }
        },
      ),
      { numRuns: 10 },
    );
  },
);
