import { expm1 } from "../numerics/portable-math.js";
import { smallestDoubleWhere } from "../numerics/smallest-double-where.js";
import { checkNumber, checkOptions } from "../validate.js";
import { type Cap, type CapRandomizer, capRandomizer } from "./_internal/cap-randomizer.js";
import { checkBall } from "./_internal/check-ball.js";
import { capMass, capMoment } from "./_internal/sphere-cap.js";
import type { BallOptions } from "./local-randomizer.js";

/** Parameters of {@link privUnitRandomizer}. */
export interface PrivUnitOptions extends BallOptions {
  /** The cap's share of the sphere, [1e-6, 0.5]; by default that of the least variance under ε₀. */
  readonly capMass?: number;
}

/**
 * PrivUnit for the l2 ball: like {@link hemisphereRandomizer}, with the cap {<v, x/||x||> >= γ} in place of
 * the hemisphere and γ chosen for the least variance under ε₀. The best unbiased ε₀-LDP randomizer of the
 * sphere (Asi, Feldman and Talwar 2022).
 *
 * Shuffled, another cap may give the same error for less: `capMass` sets it, and `designRandomizer` finds it.
 * Variance at x: a²/m² - ||x||², where m is the mean of <v, x/||x||>; at the best cap m = γ.
 * Guarantee: ε₀-LDP of the real-valued law, the rounding of the cap's mass included; reports are doubles near
 * it.
 *
 * @param options see {@link PrivUnitOptions}; `bound` is a, and `dimension` must be at least 2
 * @returns the randomizer; a report is its own estimate
 * @throws DpError OUT_OF_RANGE an option or an entry is outside its range, or a report has another length;
 *   BAD_INPUT a vector has another length, or there are no reports to decode
 * @example privUnitRandomizer({ localEpsilon: 2, dimension: 100, bound: 0.005 }).bitsPerReport; // 6400
 * @see Bhowmick, Duchi, Freudiger, Kapoor and Rogers, "Protection Against Reconstruction and Its Applications
 *   in Private Federated Learning", arXiv:1812.00984, Algorithm 1; Asi, Feldman and Talwar, "Optimal
 *   Algorithms for Mean Estimation under Local Differential Privacy", ICML 2022
 */
export function privUnitRandomizer(options: PrivUnitOptions): CapRandomizer {
  const name = "privUnitRandomizer";
  checkOptions(name, options);
  checkBall(name, options, 2);
  if (options.capMass === undefined) return capRandomizer(options, name, bestCap(options));
  const mass = checkNumber(`${name}: capMass`, options.capMass, { min: 1e-6, max: 0.5 });
  return capRandomizer(options, name, capOfMass(options.dimension, mass));
}

/** The largest cap of at most this mass. */
function capOfMass(dimension: number, mass: number): Cap {
  return capAt(
    dimension,
    smallestDoubleWhere((gamma) => capMass(dimension, gamma) <= mass, 0, 1),
  );
}

function capAt(dimension: number, threshold: number): Cap {
  return { threshold, mass: capMass(dimension, threshold), moment: capMoment(dimension, threshold) };
}

/**
 * The cap of the largest mean m(γ) = E h(γ) / (1 + E q(γ)), where E = e^ε₀ - 1, q is the mass and h the
 * moment.
 *
 * With f the density of a coordinate, q' = -f and h' = -γf, so m' = 0 where γ (1 + E q) = E h, that is γ =
 * m(γ); the left side minus the right has derivative 1 + E q > 0, so there is one root, and m rises before it
 * and falls behind.
 */
function bestCap({ dimension, localEpsilon }: BallOptions): Cap {
  const growth = expm1(localEpsilon);
  const threshold = smallestDoubleWhere(
    (gamma) => gamma * (1 + growth * capMass(dimension, gamma)) >= growth * capMoment(dimension, gamma),
    0,
    1,
  );
  return capAt(dimension, threshold);
}
