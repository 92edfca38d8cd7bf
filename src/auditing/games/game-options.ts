import { DpError } from "../../errors.js";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { isReportShuffle } from "../../privacy/report-shuffle.js";
import { roundsIn } from "../../privacy/rounds-in.js";
import { checkItems, wrongShape } from "../../validate.js";

/** Between which data sets a game is played. */
export interface GameOptions {
  readonly adjacency: Adjacency;
  /**
   * What the others of a shuffle hold, in turn; default the record that hides the changed one worst when all
   * hold it. A record is, of `gaussian` vectors, the place along the changed record in clip bounds, [-1, 1],
   * which is itself at 1 and becomes -1, or 0 under zero-out; of a number the place in its interval, [0, 1],
   * where 1 becomes 0; of k-ary responses the category, where 0 becomes 1; of a channel the row; of `local`
   * and `subsetResponse` 0, 1 or 2: the record, its replacement or a third; and so of every one of several
   * `answers`.
   */
  readonly cohort?: readonly number[];
}

/** Checks what does not depend on the reports; {@link GameOptions.cohort} */
export function checkCohort(cohort: unknown, event: MechanismEvent): readonly number[] {
  const allowed = "an array of numbers, at least one";
  const records = checkItems("gameOf: cohort", cohort, allowed);
  if (records.length === 0) throw wrongShape("gameOf: cohort", cohort, allowed);
  if ([...roundsIn(event)].some(({ round }) => isReportShuffle(round))) return records as readonly number[];
  throw new DpError("BAD_INPUT", "gameOf: cohort is for events that shuffle reports; leave it out", {
    parameter: "gameOf: cohort",
    value: cohort,
    allowed: "left out where nothing is shuffled",
  });
}
