import {
  dummyReport,
  type GaussianRandomizer,
  gaussianRandomizer,
  type RotatedBlocks,
  rotateAndCut,
} from "../../../mechanisms/index.js";
import type { ReportProtocol } from "../report-protocol.js";
import type { CheckedBlocks } from "./check-blocks.js";
import { divided } from "./mean-of.js";
import { noisySum } from "./noisy-sum.js";
import { checkLists, checkOneBlock, onlyReport } from "./report-lists.js";
import { gridSum } from "./report-sums.js";
import { sumClip } from "./sum-clip.js";

/** The noise of Gaussian reports, and what they are about. */
export interface GaussianReportOptions extends CheckedBlocks {
  readonly dimension: number;
  /** C, to which the event refers; reports are clipped as the simulation's gradients are, a little within. */
  readonly clipBound: number;
  /** s, of one report. */
  readonly reportStdDev: number;
  /**
   * Of those who send a report, the share whose report is about a gradient: less than 1 where absent users
   * send dummies.
   */
  readonly joining: number;
}

/** Gaussian reports, on a grid; in law their sum has noise N(0, (participants + dummies) s^2 I). */
export function gaussianReports(options: GaussianReportOptions): ReportProtocol<Int32Array> {
  const { dimension, reportStdDev, blocks, dummies, joining } = options;
  const { randomizer, cut, join } = blockCode(options);
  const reportBlocks: ReportProtocol<Int32Array>["reportBlocks"] = (gradient, source) =>
    cut(gradient).map((block) => randomizer.randomize(source, block));
  const aggregateBlocks: ReportProtocol<Int32Array>["aggregateBlocks"] = (reports) =>
    join(checkLists(reports, blocks).map((list) => randomizer.decodeSum(list)));
  return {
    dimension,
    blocks,
    dummies,
    bitsPerReport: randomizer.bitsPerReport,
    encode: randomizer.encode,
    decode: randomizer.decode,
    report: (gradient, source) => onlyReport(blocks, () => reportBlocks(gradient, source)),
    reportBlocks,
    dummy: (source) => dummyReport(source, randomizer),
    aggregate(reports) {
      checkOneBlock("aggregate", "aggregateBlocks", blocks);
      return aggregateBlocks([reports]);
    },
    aggregateBlocks,
    openSum: () => gridSum(randomizer, blocks, join),
    simulate: (sum, participants, source) =>
      noisySum(sum, Math.sqrt(participants + dummies) * reportStdDev, source),
    mean: (sum, participants) => divided(sum.slice(), joining * participants),
  };
}

interface BlockCode extends Pick<RotatedBlocks, "cut" | "join"> {
  /** Of one block. */
  readonly randomizer: GaussianRandomizer;
}

/** How a gradient becomes blocks, and a block a report. */
function blockCode({ dimension, clipBound, reportStdDev, ...options }: GaussianReportOptions): BlockCode {
  const { bound } = sumClip(clipBound);
  const { blocks, rotationSeed: seed, rotationColumns: columns } = options;
  if (blocks === 1) {
    const randomizer = gaussianRandomizer({ dimension, bound, stdDev: reportStdDev });
    return {
      randomizer,
      cut: (vector) => [vector as Float64Array],
      join: (parts) => parts[0] as Float64Array,
    };
  }
  const { blockLength, blockBound, cut, join } = rotateAndCut({
    dimension,
    blocks,
    clipBound: bound,
    seed,
    columns,
  });
  const randomizer = gaussianRandomizer({ dimension: blockLength, bound: blockBound, stdDev: reportStdDev });
  return { randomizer, cut, join };
}
