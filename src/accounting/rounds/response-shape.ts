import type { ResponseShape } from "./reports/local-row.js";
import { levelsRowOf } from "./reports/registry.js";
import type { LevelsReport } from "./round.js";

export type { ResponseShape } from "./reports/local-row.js";

/**
 * The shape of a report that is worst; of any pure randomizer it is binary randomized response's. With more
 * categories than `maxCategories`, that number with disjoint sets, which spend more.
 *
 * @see docs/theorems/subset-response.md
 */
export function responseShape(report: LevelsReport, maxCategories: number): ResponseShape {
  return { localEpsilon: report.epsilon, ...levelsRowOf(report).shapeOf(report, maxCategories) };
}
