import { gaussianRandomizer } from "../../../mechanisms/index.js";
import type { ReportProtocol } from "../report-protocol.js";
import { noisySum } from "./noisy-sum.js";
import { sumClip } from "./sum-clip.js";

/** The noise of Gaussian reports, and what they are about. */
export interface GaussianReportOptions {
  readonly dimension: number;
  /** C, to which the event refers; reports are clipped as the simulation's gradients are, a little within. */
  readonly clipBound: number;
  /** s, of one report. */
  readonly reportStdDev: number;
}

/** Gaussian reports, on a grid; in law their sum has noise N(0, participants s^2 I). */
export function gaussianReports({
  dimension,
  clipBound,
  reportStdDev,
}: GaussianReportOptions): ReportProtocol<Int32Array> {
  const { bound } = sumClip(clipBound);
  const randomizer = gaussianRandomizer({ dimension, bound, stdDev: reportStdDev });
  return {
    dimension,
    bitsPerReport: randomizer.bitsPerReport,
    encode: randomizer.encode,
    decode: randomizer.decode,
    report: (gradient, source) => randomizer.randomize(source, gradient),
    aggregate: randomizer.decodeSum,
    simulate: (sum, participants, source) => noisySum(sum, Math.sqrt(participants) * reportStdDev, source),
  };
}
