import { memoize } from "../../numerics/memoize.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import type { GaussianScalarEvent } from "../../privacy/index.js";
import type { CountBand } from "../rounds/check-in-bands.js";
import { joinedBands } from "../rounds/joined-bands.js";
import type { AnswersReport, ChannelReport, LaplaceReport } from "../rounds/round.js";
import { type ChannelRound, channelProfile } from "../shuffle/blanket/channels/channel-profile.js";

/**
 * From this number of reports on, numbers within a hundredth are alike. Valid at any number, as a band counts
 * as its worst.
 */
const MANY_REPORTS = 2500;

/** Shuffled reports whose law is known for every value. */
interface KnownReports {
  readonly report: ChannelReport | LaplaceReport | AnswersReport | GaussianScalarEvent;
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/** Their profile by the blanket of all values. */
export function knownProfile({ report, bands, leastDelta }: KnownReports): readonly ProfilePoint[] {
  const epsilon = report.kind === "gaussianScalar" ? Infinity : report.epsilon;
  return profileOf({ report, epsilon, bands: joinedBands(bands, kindOfNumber), leastDelta });
}

const profileOf = memoize(channelProfile, {
  key: (round: ChannelRound) => JSON.stringify(round),
  capacity: 64,
});

/**
 * Each band of a channel costs the worst of its pairs of inputs: numbers are alike within half a root, or a
 * hundredth of many.
 */
function kindOfNumber(reports: number): number {
  const few = Math.floor(4 * Math.sqrt(Math.min(reports, MANY_REPORTS)));
  return few + Math.floor(100 * Math.log(Math.max(reports, MANY_REPORTS) / MANY_REPORTS));
}
