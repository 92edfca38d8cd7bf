import type { CheckInShuffleEvent, ShuffleEvent, SubsampledShuffleEvent } from "../../../privacy/index.js";
import { type Attendance, checkedIn, drawn, everybody } from "./attendance.js";
import type { Loss } from "./finite-loss.js";
import { isHandedOutQuickly } from "./handing-out.js";
import { meanRatioLoss } from "./mean-ratio-loss.js";
import { permanentLoss } from "./permanent-loss.js";
import type { CohortLaws } from "./report-laws-of.js";

type Shuffle = ShuffleEvent | SubsampledShuffleEvent | CheckInShuffleEvent;

/** Shuffled reports: the likelihood ratio, or where that takes too long what comes near it. */
export function shuffleLoss(event: Shuffle, { laws, records }: CohortLaws, cohort?: readonly number[]): Loss {
  const groups = groupsOf(event.users - 1, cohort ?? records, records);
  const attendance = attendanceOf(event, groups);
  return groups.length > 1 && isHandedOutQuickly(groups, event.users)
    ? permanentLoss(laws, attendance)
    : meanRatioLoss(laws, attendance);
}

function attendanceOf(event: Shuffle, groups: readonly number[]): Attendance {
  switch (event.kind) {
    case "shuffle":
      return everybody(groups);
    case "subsampledShuffle":
      return drawn(groups, event.sampled);
    case "checkInShuffle":
      return checkedIn(groups, event.checkInRate);
  }
}

/** How many of the others hold each record where they hold those of the cohort in turn. */
function groupsOf(others: number, cohort: readonly number[], records: readonly number[]): number[] {
  const sizes = records.map(() => 0);
  for (const [turn, record] of cohort.entries()) {
    sizes[records.indexOf(record)]! += Math.floor((others + cohort.length - 1 - turn) / cohort.length);
  }
  return sizes;
}
