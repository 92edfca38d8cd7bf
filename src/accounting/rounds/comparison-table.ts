import type { Claim } from "../../privacy/index.js";
import type { Report, Round, RoundKind } from "./round.js";

/**
 * How a field bears on what a round spends: more, or less, with more of it; or rounds are alike only where it
 * is the same; or it follows from the others.
 */
export type Bearing = "more" | "less" | "same" | "follows";

/** The bearing of every field; several sizes are joined one by one. */
export type Bearings<Of> = {
  readonly [Name in keyof Of as Name extends
    | "kind"
    | "report"
    | "weightShuffle"
    | "blocksAndDummies"
    | "noiseToClip"
    ? never
    : Name]-?: Bearing;
};

/** What a report of each kind spends. */
export const REPORT_BEARINGS: {
  readonly [Kind in Report["kind"]]: Bearings<Extract<Report, { readonly kind: Kind }>>;
} = {
  gaussian: { noiseMultiplier: "less" },
  gaussianScalar: { noiseToWidth: "less" },
  laplaceScalar: { noiseToWidth: "less", epsilon: "follows" },
  local: { epsilon: "more", delta: "more" },
  randomizedResponse: { epsilon: "more", categories: "same" },
  subsetResponse: { epsilon: "more", mass: "same", overlap: "same" },
  discreteChannel: { matrix: "same", epsilon: "follows" },
};

/** A round of one kind. */
type Of<Kind extends RoundKind> = Extract<Round, { readonly kind: Kind }>;

/**
 * What a round of each kind spends: by its counts one by one or, where these depend on each other, by a round
 * that stands for two.
 */
interface RoundRow<Kind extends RoundKind> {
  readonly bearings: Bearings<Of<Kind>>;
  readonly join?: (side: Claim["side"], one: Of<Kind>, other: Of<Kind>) => Of<Kind>;
}

/**
 * Dropping reports, by number or each with a probability, is post-processing; fewer users are a cohort of
 * which some gave their reports away.
 */
export const ROUND_ROWS: { readonly [Kind in RoundKind]: RoundRow<Kind> } = {
  report: { bearings: {} },
  shuffle: { bearings: { users: "less", reports: "less", samplingRate: "same" } },
  subsampledShuffle: {
    bearings: { users: "follows", reports: "less", samplingRate: "more" },
    join: (side, one, other) => (side === "upper" ? moreOfFewer(one, other) : fewerOfMore(one, other)),
  },
  checkInShuffle: { bearings: { users: "less", samplingRate: "more" } },
  poissonSample: { bearings: { samplingRate: "more" } },
  randomAllocation: { bearings: { steps: "less" } },
};

type Sample = Of<"subsampledShuffle">;

/** The most reports of the fewest users. */
function moreOfFewer(one: Sample, other: Sample): Sample {
  const users = Math.min(one.users, other.users);
  const reports = Math.min(users, Math.max(one.reports, other.reports));
  return { ...one, users, reports, samplingRate: reports / users };
}

/** The most reports that hide each other, at no more than the lowest rate. */
function fewerOfMore(one: Sample, other: Sample): Sample {
  const reports = Math.max(one.reports, other.reports);
  const users = Math.ceil(reports / Math.min(one.samplingRate, other.samplingRate));
  return { ...one, users, reports, samplingRate: reports / users };
}
