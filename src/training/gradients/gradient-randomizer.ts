import { checkNumber, checkOneOf, LOCAL_EPSILONS, wrongShape } from "../../validate.js";
import { CLIP_BOUND } from "./_internal/clip-factor.js";

/**
 * `linf` reports on one coordinate, `l1` on one of the gradient's Hadamard transform; the others send a
 * vector of the gradient's length.
 */
export const RANDOMIZER_NAMES = ["priv-unit", "hemisphere", "linf", "l1"] as const;

/** The randomizers of gradients, by name. */
export type RandomizerName = (typeof RANDOMIZER_NAMES)[number];

/** A randomizer of gradients, as plain data: each example's clipped gradient becomes one ε₀-LDP report. */
export interface GradientRandomizer {
  readonly kind: RandomizerName;
  /** ε₀ of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /**
   * C, norm to which gradients are clipped first: l-infinity for `linf`, l1 for `l1`, l2 for the others;
   * [1e-15, 1e12].
   */
  readonly clipBound: number;
}

/** @throws DpError BAD_INPUT an unknown kind; OUT_OF_RANGE localEpsilon or clipBound */
export function checkRandomizer(name: string, randomizer: GradientRandomizer): void {
  if (typeof randomizer !== "object" || randomizer === null) throw wrongShape(name, randomizer, "an object");
  checkOneOf(`${name}.kind`, randomizer.kind, RANDOMIZER_NAMES);
  checkNumber(`${name}.localEpsilon`, randomizer.localEpsilon, LOCAL_EPSILONS);
  checkNumber(`${name}.clipBound`, randomizer.clipBound, CLIP_BOUND);
}
