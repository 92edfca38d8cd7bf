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
