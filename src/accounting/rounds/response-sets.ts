import type { ResponseSets } from "./reports/local-row.js";
import { levelsRowOf } from "./reports/registry.js";
import type { LevelsReport } from "./round.js";

/** The sets of a report of two levels; of any pure randomizer binary randomized response's. */
export function responseSets(report: LevelsReport): ResponseSets {
  return levelsRowOf(report).setsOf(report);
}
