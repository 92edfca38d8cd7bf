import type { RoundKind } from "../round.js";
import { checkInShuffleRound } from "./check-in-shuffle-round.js";
import { poissonSampleRound } from "./poisson-sample-round.js";
import { randomAllocationRound } from "./random-allocation-round.js";
import { reportRound } from "./report-round.js";
import type { EventRoundRow, RoundRow } from "./round-kind.js";
import { shuffleRound } from "./shuffle-round.js";
import { subsampledShuffleRound } from "./subsampled-shuffle-round.js";

/** Every kind of round; one that is missing here does not compile. */
export const ROUND_ROWS: { readonly report: RoundRow<"report"> } & {
  readonly [Kind in Exclude<RoundKind, "report">]: EventRoundRow<Kind>;
} = {
  report: reportRound,
  shuffle: shuffleRound,
  subsampledShuffle: subsampledShuffleRound,
  checkInShuffle: checkInShuffleRound,
  poissonSample: poissonSampleRound,
  randomAllocation: randomAllocationRound,
};
