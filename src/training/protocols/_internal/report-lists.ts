import { DpError } from "../../../errors.js";
import { checkItems, wrongShape } from "../../../validate.js";

/** Reports by block. */
export function checkLists<Report>(
  reports: readonly Iterable<Report>[],
  blocks: number,
): readonly Iterable<Report>[] {
  const name = "aggregateBlocks: reports";
  const allowed = `an array of ${blocks} collections of reports, one for each block`;
  const lists = checkItems(name, reports, allowed);
  if (lists.length !== blocks) throw wrongShape(name, lists.length, allowed);
  return lists as readonly Iterable<Report>[];
}

/** The one report of a protocol without blocks. */
export function onlyReport<Report>(blocks: number, make: () => readonly Report[]): Report {
  checkOneBlock("report", "reportBlocks", blocks);
  return make()[0]!;
}

/** @throws DpError NOT_APPLICABLE there are several blocks */
export function checkOneBlock(name: string, instead: string, blocks: number): void {
  if (blocks === 1) return;
  const parameter = `${name}: blocks`;
  const allowed = `1: a user sends ${blocks} reports, each shuffled with those of its block alone; take ${instead}`;
  throw new DpError("NOT_APPLICABLE", `${parameter} must be ${allowed}`, {
    parameter,
    value: blocks,
    allowed: "1",
  });
}
