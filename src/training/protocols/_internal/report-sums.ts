import type { CapRandomizer, DiscreteVectorRandomizer, VectorRandomizer } from "../../../mechanisms/index.js";
import { checkNumber } from "../../../validate.js";
import type { ReportSum } from "../report-protocol.js";

/** Binary digits behind the point that a report's entries keep, in lengths of a report. */
const BITS = 30;

/** Sums of blocks of reports on a grid. */
export function gridSum(
  {
    dimension,
    gridStep,
    encode,
  }: {
    readonly dimension: number;
    readonly gridStep: number;
    /** Throws where it is no report. */
    encode(report: Int32Array): unknown;
  },
  blocks: number,
  join: (sums: readonly Float64Array[]) => Float64Array,
): ReportSum<Int32Array> {
  const sums = Array.from({ length: blocks }, () => new Float64Array(dimension));
  return {
    add(report, block) {
      encode(report);
      addTo(sums[checkBlock(block, blocks)]!, report, 1);
    },
    value: () => join(sums.map((sum) => sum.map((steps) => steps * gridStep))),
  };
}

/** Sums of a randomizer's reports: numbers are counted, vectors rounded to a grid. */
export function randomizedSum<Report>(randomizer: VectorRandomizer<Report>): ReportSum<Report> {
  const sum = isCap(randomizer) ? capSum(randomizer) : countedSum(randomizer as never);
  return sum as unknown as ReportSum<Report>;
}

function capSum(randomizer: CapRandomizer): ReportSum<Float64Array> {
  const { dimension, reportLength, encode } = randomizer;
  const sum = new Float64Array(dimension);
  return {
    add(report, block) {
      encode(report);
      checkBlock(block, 1);
      addTo(sum, report, 2 ** BITS / reportLength);
    },
    value: () => sum.map((steps) => (steps / 2 ** BITS) * reportLength),
  };
}

function countedSum(randomizer: DiscreteVectorRandomizer): ReportSum<number> {
  const counts = new Float64Array(randomizer.reportCount);
  return {
    add(report, block) {
      randomizer.encode(report);
      checkBlock(block, 1);
      counts[report]! += 1;
    },
    value: () => randomizer.decodeSum(repeated(counts)),
  };
}

function* repeated(counts: Float64Array): Generator<number> {
  for (let report = 0; report < counts.length; report++) {
    for (let times = counts[report]!; times > 0; times--) yield report;
  }
}

function addTo(sum: Float64Array, report: ArrayLike<number>, scale: number): void {
  for (let index = 0; index < sum.length; index++) sum[index]! += Math.round(scale * report[index]!);
}

function checkBlock(block: number, blocks: number): number {
  return checkNumber("add: block", block, { min: 0, max: blocks - 1, integer: true });
}

function isCap(randomizer: unknown): randomizer is CapRandomizer {
  return "reportLength" in (randomizer as object);
}
