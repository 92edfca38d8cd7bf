import { fentonWilkinson } from "../../src/numerics/lognormal-sum/fenton-wilkinson.js";
import { kernelDensityCdf } from "../../src/numerics/lognormal-sum/kernel-density.js";
import { leastSquaresLognormal } from "../../src/numerics/lognormal-sum/least-squares.js";
import { lognormalCdf } from "../../src/numerics/lognormal-sum/lognormal-cdf.js";
import type { LognormalSum } from "../../src/numerics/lognormal-sum/lognormal-sum.js";
import { schwartzYeh } from "../../src/numerics/lognormal-sum/schwartz-yeh.js";
import { seededSource } from "../../src/random/index.js";
import type { Experiment, FigureData, ResultTable } from "../experiment.js";
import { sampleLogSumsByTail } from "./_internal/sample-log-sums-by-tail.js";

const DIMENSION = 1e8;
/**
 * "We set sigma = 0.25": the noise, so that the logarithms deviate by c / sigma, or the deviation itself; of
 * what sum is not said.
 */
const READINGS = [
  { name: "noise 0.25 (the logarithms deviate by 4), 10^8 equal terms", logStdDev: 4, logMean: 0 },
  { name: "noise 0.25, the sum of Theorem 6's spike: one term e^16 as large", logStdDev: 4, logMean: 16 },
  { name: "the logarithms deviate by 0.25, 10^8 equal terms", logStdDev: 0.25, logMean: 0 },
] as const;

/** YJX25 Figure 2: five approximations of the law of a sum of lognormals, against many draws. */
export const yjx25Figure2: Experiment = {
  scale:
    "The paper's size. Draws: what exceeds four standard deviations is drawn term by term, the sum of all else is normal to a relative 1e-4, so that a draw takes 3,000 numbers and not 10^8. The paper does not say what its sigma is and what the terms are: three readings.",
  run: async ({ quick, seed, onProgress }) => {
    const draws = quick ? 200 : 20_000;
    const readings = READINGS.map((reading, i) => {
      onProgress(`${draws} sums: ${reading.name}`);
      const terms = [
        { logMean: reading.logMean, count: 1 },
        { logMean: -reading.logMean / (DIMENSION - 1), count: DIMENSION - 1 },
      ];
      const sum: LognormalSum = { terms, logStdDev: reading.logStdDev };
      const truth = sampleLogSumsByTail(sum, draws, seededSource(seed).fork(2 * i));
      const few = sampleLogSumsByTail(sum, quick ? 100 : 1000, seededSource(seed).fork(2 * i + 1));
      return { reading, truth, methods: approximations(sum, few) };
    });
    return {
      tables: readings.map(({ reading, truth, methods }) => tableOf(reading.name, truth, methods)),
      figure: figureOf(readings[0]!.truth, readings[0]!.methods),
      notes: [
        "None of these laws bounds the error it makes, and none stands behind a guarantee: all five are approximate.",
        `Draws have a statistical error of up to ${(1 / (2 * Math.sqrt(draws))).toPrecision(2)} in the distribution function.`,
        "Fenton-Wilkinson keeps mean and variance. Of the sum that Theorem 6 approximates, one rare huge term makes them both, and the law is far from them: the largest error is nearly 1.",
      ],
    };
  },
};

type Cdf = (logX: number) => number;

function approximations(sum: LognormalSum, few: Float64Array): ReadonlyMap<string, Cdf> {
  const lawCdf =
    (law: ReturnType<typeof fentonWilkinson>): Cdf =>
    (logX) =>
      lognormalCdf(law, logX);
  return new Map([
    ["Fenton-Wilkinson, the paper's choice", lawCdf(fentonWilkinson(sum))],
    ["Schwartz-Yeh", lawCdf(schwartzYeh(sum))],
    [`least squares on ${few.length} draws`, lawCdf(leastSquaresLognormal(few))],
    [`kernel density of ${few.length} draws`, kernelDensityCdf(few)],
  ]);
}

function tableOf(reading: string, truth: Float64Array, methods: ReadonlyMap<string, Cdf>): ResultTable {
  const median = truth[truth.length >> 1]!;
  return {
    title: `Largest error of the distribution function; ${reading}`,
    columns: ["approximation (approximate)", "largest error", "its value at the true median"],
    rows: [...methods].map(([name, cdf]) => [name, largestError(truth, cdf), cdf(median)]),
  };
}

/** Kolmogorov's distance to the draws, on every hundredth of them. */
function largestError(truth: Float64Array, cdf: Cdf): number {
  const ranks = Array.from({ length: 99 }, (_, i) => Math.floor(((i + 1) / 100) * truth.length));
  return Math.max(...ranks.map((rank) => Math.abs(cdf(truth[rank]!) - (rank + 0.5) / truth.length)));
}

function figureOf(truth: Float64Array, methods: ReadonlyMap<string, Cdf>): FigureData {
  const at = Array.from({ length: 101 }, (_, i) => 23 + (6 * i) / 100);
  const rank = (logX: number) => truth.findIndex((draw) => draw > logX);
  const drawn: Cdf = (logX) => (truth.at(-1)! <= logX ? 1 : rank(logX) / truth.length);
  const line = (cdf: Cdf) => at.map((x) => ({ x, y: cdf(x) }));
  return {
    title: "Law of the logarithm of a sum of 10^8 lognormals (YJX25, Figure 2)",
    subtitle: "Logarithms of the terms deviate by 4; draws against approximations, none a bound",
    xTitle: "logarithm of the sum",
    yTitle: "distribution function",
    series: [
      { name: "draws", stroke: "solid", points: line(drawn) },
      ...[...methods].map(([name, cdf]) => ({ name, stroke: "dash-dotted" as const, points: line(cdf) })),
    ],
  };
}
