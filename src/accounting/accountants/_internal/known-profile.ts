import { memoize } from "../../../numerics/memoize.js";
import type { GaussianScalarEvent } from "../../../privacy/index.js";
import type { CountBand } from "../../core/check-in-bands.js";
import type { ChannelReport, LaplaceReport } from "../../core/round.js";
import { type ChannelRound, channelProfile } from "../../pld/channel/channel-profile.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";

/** Numbers of reports of a smaller ratio are told apart where that takes long. */
const NEAR = 0.99;
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

/** Neighbouring bands of nearly the same numbers as one, of the fewest reports at the largest rate. */
function fewBands(bands: readonly CountBand[]): readonly CountBand[] {
  const groups: CountBand[][] = [];
  for (const band of bands) {
    const group = groups.at(-1);
    if (group !== undefined && group[0]!.reports >= NEAR * band.reports) group.push(band);
    else groups.push([band]);
  }
  return groups.map((group) => {
    const reports = Math.min(...group.map((band) => band.reports));
    const samplingRate = Math.max(...group.map((band) => band.samplingRate));
    const total = (name: "weight" | "leastWeight"): number =>
      group.reduce((sum, band) => sum + band[name], 0);
    return { reports, samplingRate, weight: total("weight"), leastWeight: total("leastWeight") };
  });
}
