import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { ProfilePoint } from "../../../pld/pairs/profile-pair.js";
import { type BandCurve, jointProfile } from "../transposition/joint-profile.js";
import { blockCurve } from "./block-curve.js";
import { type Crowd, hidingCurves } from "./hiding-curve.js";
import { type Sampling, sampledProfile } from "./sampled-profile.js";

/** Rounds in which dummies and other users' reports, of these numbers, hide the changed user's. */
export interface HidingBand extends Crowd, Sampling {
  /** At least the probability of such a round. */
  readonly weight: number;
}

export interface HiddenVectors {
  /** The largest norm of a block, in standard deviations of the noise, at most MAX_RADIUS. */
  readonly radius: number;
  /** m, the blocks that one coin or sample decides about. */
  readonly blocks: number;
  readonly toZero: boolean;
  readonly bands: readonly HidingBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * What the far ends of the curves of single blocks may add together. Valid at any: twice or half as much
 * moves an epsilon by less than 4e-6 of itself.
 */
const SHARE = 0.25;

/**
 * Upper bounds of delta at rising epsilons, both directions alike, of shuffled Gaussian vectors among
 * dummies: of each band the blocks are composed and then sampled, and the bands are added up.
 *
 * @see docs/theorems/rotated-blocks.md, docs/theorems/dummies.md, docs/theorems/dummies-and-others.md
 */
export function hiddenProfile({ radius, blocks, toZero, bands, leastDelta }: HiddenVectors): ProfilePoint[] {
  const rate = Math.max(...bands.map((band) => band.rate));
  const wanted = leastDelta / rate;
  const onlyChanged = bands.every((band) => band.isZeroSent || band.rate === 1);
  // With its weight a band's curve ends at a quarter of it, or at its share of another quarter.
  const ends = bands.map(({ weight }) => (wanted / 4) * Math.max(1, 1 / (bands.length * weight)));
  const crowds = bands.map((band, i) => ({ ...band, leastDelta: (SHARE * ends[i]!) / blocks }));
  const curves = hidingCurves({ radius, toZero, onlyChanged }, crowds).map((curve, i): BandCurve => {
    const points = sampledProfile(blockCurve(curve, { blocks, leastDelta: ends[i]! }), bands[i]!);
    return {
      weight: bands[i]!.weight,
      gains: points.map(({ epsilon }) => roundedUp(Math.expm1(epsilon), ROUNDING.fewOperations)),
      deltas: points.map(({ delta }) => delta),
    };
  });
  return jointProfile(curves);
}
