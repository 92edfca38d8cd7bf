import { memoize } from "../../../numerics/memoize.js";
import type { DiscreteChannelEvent, GaussianScalarEvent, LaplaceScalarEvent } from "../../../privacy/index.js";
import { scalarPair } from "./scalar-pair.js";
import { type ShuffledChannel, shuffledChannel, shuffledPairs } from "./shuffled-channel.js";

/** Reports whose law is known for every value. */
export type KnownReport = DiscreteChannelEvent | LaplaceScalarEvent | GaussianScalarEvent;

const CACHE_SIZE = 32;

/** The privacy profile of so many shuffled reports. */
export function shuffledReports(report: KnownReport, users: number): ShuffledChannel {
  return report.kind === "discreteChannel" ? shuffledChannel(report.matrix, users) : shuffledScalars({ report, users });
}

const shuffledScalars = memoize(
  ({ report, users }: { readonly report: LaplaceScalarEvent | GaussianScalarEvent; readonly users: number }) =>
    shuffledPairs([scalarPair(report, users)], users),
  { key: ({ report: { kind, noiseToWidth }, users }) => `${kind} ${noiseToWidth} ${users}`, capacity: CACHE_SIZE },
);
