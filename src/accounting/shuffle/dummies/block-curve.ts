import { profilePair } from "../../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { type HidingPoint, risingEpsilons } from "./hiding-curve.js";

export interface SharedCoins {
  /** m, reports of one user that one coin or sample decides about. */
  readonly blocks: number;
  /** Below it the curve need not go. */
  readonly leastDelta: number;
}

/**
 * The curve of a user's blocks together, given that of one block: the blocks are composed first, and
 * amplified by sampling afterwards.
 *
 * @see docs/theorems/rotated-blocks.md, section 3
 */
export function blockCurve(
  curve: readonly HidingPoint[],
  { blocks, leastDelta }: SharedCoins,
): HidingPoint[] {
  if (blocks === 1) return [...curve];
  const composed = (part: "replaced" | "changed"): ((epsilon: number) => number) => {
    const points = curve.map((point) => ({ epsilon: Math.log1p(point.excess), delta: point[part] }));
    const loss = PrivacyLossDistribution.of(profilePair(points)).compose(blocks);
    return (epsilon) => loss.deltaAtEpsilon(epsilon).upper;
  };
  const replaced = composed("replaced");
  const isSame = curve.every((point) => point.replaced === point.changed);
  const changed = isSame ? replaced : composed("changed");
  const deviation = 2.5 * curve[0]!.replaced * Math.sqrt(blocks); // of a normal loss: delta(0) is 0.4 of it
  const points: HidingPoint[] = [];
  for (const epsilon of risingEpsilons(deviation)) {
    const delta = replaced(epsilon);
    points.push({ excess: Math.expm1(epsilon), replaced: delta, changed: isSame ? delta : changed(epsilon) });
    if (delta < leastDelta) break;
  }
  return points;
}
