import { memoize } from "../../../numerics/memoize.js";
import type { GaussianScalarEvent } from "../../../privacy/index.js";
import type { CountBand } from "../../core/check-in-bands.js";
import type { ChannelReport, LaplaceReport } from "../../core/round.js";
import { type ChannelRound, channelProfile } from "../../pld/channel/channel-profile.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";

const MANY_REPORTS = 3000;
const CACHE_SIZE = 64;

/** Shuffled reports whose law is known for every value. */
interface KnownReports {
  readonly report: ChannelReport | LaplaceReport | GaussianScalarEvent;
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/** Their profile by the blanket of all values. */
export function knownProfile({ report, bands, leastDelta }: KnownReports): readonly ProfilePoint[] {
  const epsilon = report.kind === "gaussianScalar" ? Infinity : report.epsilon;
  return profileOf({ report, epsilon, bands: fewBands(bands), leastDelta });
}

const profileOf = memoize(channelProfile, {
  key: (round: ChannelRound) => JSON.stringify(round),
  capacity: CACHE_SIZE,
});

/** Where reports are many their number varies little: the fewest, at the largest rate, stand for all. */
function fewBands(bands: readonly CountBand[]): readonly CountBand[] {
  const reports = Math.min(...bands.map((band) => band.reports));
  if (bands.length < 2 || reports < MANY_REPORTS) return bands;
  const samplingRate = Math.max(...bands.map((band) => band.samplingRate));
  return [{ reports, samplingRate, weight: 1, leastWeight: 1 }];
}
