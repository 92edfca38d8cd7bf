import { DpError } from "../../../../errors.js";
import { ROUNDING, roundedDown } from "../../../../numerics/rounding.js";
import type { Absentees, BlocksAndDummies } from "../../../../privacy/index.js";
import type { BlocksAndDummiesOfRound, Report } from "../../round.js";

/** Whether blocks are rounds of their own: they have coins of their own, or all users send all of them. */
export function areRounds({ joins = "once" }: BlocksAndDummies, samplingRate: number): boolean {
  return joins === "per-block" || samplingRate === 1;
}

/** A block has the vector's noise, and the clip bound C / sqrt(m), where it is a round of its own. */
export function withBlocksAndDummies(
  event: BlocksAndDummies & { readonly absentees?: Absentees },
  report: Report,
  samplingRate: number,
): { readonly report: Report; readonly blocksAndDummies?: BlocksAndDummiesOfRound } {
  const { blocks = 1, dummies = 0, dummiesBy = "shuffler", absentees = "silent" } = event;
  const isOneDraw = !areRounds(event, samplingRate);
  const read = {
    blocks: isOneDraw ? blocks : 1,
    dummies,
    dummiesBy: dummies > 0 ? dummiesBy : "shuffler",
    absentees: samplingRate === 1 ? "silent" : absentees,
  } as const;
  const isPlain = read.blocks === 1 && dummies === 0 && read.absentees === "silent";
  const own = isPlain ? {} : { blocksAndDummies: read };
  if (blocks === 1) return { report, ...own };
  if (report.kind !== "gaussian") {
    throw notCut(`only vectors with Gaussian noise are cut into blocks, got ${report.kind}`, blocks);
  }
  if (isOneDraw) return { report, ...own };
  const noiseMultiplier = roundedDown(report.noiseMultiplier * Math.sqrt(blocks), ROUNDING.fewOperations);
  return { report: { ...report, noiseMultiplier }, ...own };
}

function notCut(reason: string, value: number): DpError {
  return new DpError("NOT_APPLICABLE", `event: ${reason}`, { parameter: "event.blocks", value });
}
