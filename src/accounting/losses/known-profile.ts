import { memoize } from "../../numerics/memoize.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import type { CountBand } from "../rounds/check-in-bands.js";
import { joinedBands } from "../rounds/joined-bands.js";
import { type ChannelRound, channelProfile } from "../shuffle/blanket/channels/channel-profile.js";
import { type KnownReport, worstOf } from "../shuffle/blanket/channels/shuffled-reports.js";

/**
 * From this number of reports on, numbers within a hundredth are alike. Valid at any number, as a band counts
 * as its worst.
 */
const MANY_REPORTS = 2500;

interface KnownReports {
  readonly report: KnownReport;
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/** Their profile by the blanket of all values. */
export function knownProfile({ report, bands, leastDelta }: KnownReports): readonly ProfilePoint[] {
  return profileOf({ report, bands: joinedBands(bands, kindOfNumber), leastDelta });
}

/** Where the profile comes from. */
export function knownSource(report: KnownReport): string {
  return `Balle, Bell, Gascon, Nissim 2019, ${worstOf(report)}, of the profile`;
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
