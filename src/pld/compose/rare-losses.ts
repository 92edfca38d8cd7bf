/**
 * Composed laws of rare large losses beside many small ones, which no tilt holds together: the rounds without
 * a rare loss are tilted by themselves, and the others, of which the whole mass is small, are not tilted at
 * all.
 *
 * Derivation: docs/theorems/privacy-loss-distributions.md, section 4.
 */
import { fourierError, sequenceOf, spectrumOf } from "../../numerics/fourier-transform.js";
import type { FinitePmf, LatticePmf, RepeatedPmf } from "../pmf.js";
import { type Tilt, tiltForDelta, untiltedWindow } from "./choose-tilt.js";
import { euclideanNorm, foldedMass, unwrapped } from "./cyclic-window.js";
import { deltaOf, epsilonOf, type HockeyStickCurve, tailError } from "./hockey-stick.js";
import { polarError } from "./polar-error.js";
import { PowerDifference } from "./power-difference.js";
import { composeTilted, untilted } from "./tilted-pmf.js";
import { WORK_PER_POINT, type WorkCounter } from "./work-limits.js";

/** A round's law in two: the rare losses are the largest ones. */
interface SplitRound {
  readonly usual: LatticePmf;
  readonly rare: LatticePmf;
  readonly times: number;
}

/**
 * delta(epsilon) near `delta`, found at about `epsilon` where that is known; undefined where no losses are
 * rare, or the windows need too many points.
 */
export function curveWithRareApart(
  parts: readonly RepeatedPmf[],
  { delta, epsilon }: { readonly delta: number; readonly epsilon?: number },
  work: WorkCounter,
): HockeyStickCurve | undefined {
  const rounds = parts.reduce((sum, { times }) => sum + times, 0);
  // Valid at any value: their transform errs by about 1e-9 of their mass, hence of 1e4 delta, and rare losses
  // of at most 1e-3 are few beside the others at every frequency, but where both are negligible.
  const mostRare = Math.min(1e-3, 1e4 * delta) / rounds;
  const split = parts.map(({ pmf, times }) => ({ ...splitAt(pmf, mostRare), times }));
  if (split.every(({ rare }) => rare.mass.length === 0)) return undefined;
  const rare = withRareLosses(parts, split, work);
  if (!rare) return undefined;
  const usualParts = split.map(({ usual, times }) => ({ pmf: usual, times }));
  return sumOfCurves(usualParts, tiltForDelta(usualParts, delta, epsilon), rare, work);
}

/** The law in two, of which the second is the longest upper tail of at most that mass. */
function splitAt(pmf: LatticePmf, mostRare: number): Omit<SplitRound, "times"> {
  const { mass, first } = pmf;
  let cut = mass.length;
  let tail = 0;
  while (cut > 1 && tail + mass[cut - 1]! <= mostRare) tail += mass[--cut]!;
  return {
    usual: { ...pmf, mass: mass.subarray(0, cut) },
    rare: { ...pmf, first: first + cut, mass: mass.subarray(cut) },
  };
}

/** The P-masses of a composed law on a window, and bounds on what they are off. */
interface WindowPmf {
  readonly first: number;
  readonly mass: Float64Array;
  /** Bound on the mass outside the window, which is folded into it. */
  readonly outsideMass: number;
  /** Bound on the l2 norm of the floating-point error of `mass`. */
  readonly rounding: number;
}

/**
 * The ways of the rounds in which at least one loss is rare, in one transform; undefined where the window
 * would need too many points.
 */
function withRareLosses(
  parts: readonly RepeatedPmf[],
  split: readonly SplitRound[],
  work: WorkCounter,
): WindowPmf | undefined {
  const size = Math.expm1(
    split.reduce((sum, { usual, rare, times }) => sum + (times * totalOf(rare)) / totalOf(usual), 0),
  );
  if (!(size >= 1e-100)) return undefined; // squares of less leave the doubles
  const { first, points, outsideMass } = untiltedWindow(parts, size);
  if (!(points <= work.limits.windowPoints)) return undefined;
  const length = 2 ** Math.ceil(Math.log2(points));
  work.used += 2 * WORK_PER_POINT.window * length;
  const { cyclic, rounding } = cyclicDifference(split, size, length);
  return { first, mass: unwrapped(cyclic, first), outsideMass, rounding };
}

function totalOf({ mass }: LatticePmf): number {
  return mass.reduce((sum, each) => sum + each, 0);
}

/**
 * The product of powers of the whole laws less that of the usual ones, folded onto `length` points.
 *
 * @param size its mass
 */
function cyclicDifference(
  split: readonly SplitRound[],
  size: number,
  length: number,
): { cyclic: Float64Array; rounding: number } {
  const powers = new PowerDifference(length + 2);
  const polar = polarError(split.length);
  const perFactor = fourierError(length) + polar;
  const rounds = split.reduce((sum, { times }) => sum + times, 0);
  let ofUsual = fourierError(length);
  let ofRare = 0;
  for (const { usual, rare, times } of split) {
    const usualMass = foldedMass(usual, length);
    const rareMass = foldedMass(rare, length);
    powers.multiply(spectrumOf(usualMass), spectrumOf(rareMass), times);
    ofUsual += times * perFactor * euclideanNorm(usualMass);
    // A product's rounding counts as eight times its rounds' rare losses, at most.
    ofRare += times * (perFactor + 8 * rounds * polar) * euclideanNorm(rareMass);
  }
  const growth = Math.exp((ofUsual + ofRare) * Math.sqrt(length));
  return {
    cyclic: sequenceOf(powers.difference()),
    rounding: (ofUsual * size + ofRare * (1 + size)) * growth,
  };
}

/** delta(epsilon) of the ways with a rare loss and of those without, which are tilted. */
function sumOfCurves(
  usual: readonly RepeatedPmf[],
  tilt: Tilt,
  rare: WindowPmf,
  work: WorkCounter,
): HockeyStickCurve | undefined {
  const tilted = composeTilted(usual, tilt, work);
  if (!tilted || Math.abs(tilted.first - rare.first) > work.limits.windowPoints) return undefined;
  const { step } = tilted;
  const pmf = addedUp([{ first: tilted.first, mass: untilted(tilted).mass }, rare], step);
  const usualBound = tailError({ ...tilted, points: tilted.mass.length });
  const rareBound = tailError({ ...rare, tilt: 0, step, points: rare.mass.length });
  return {
    smallestLoss: Math.max(tilted.first, rare.first) * step,
    epsilonAt: (target) => epsilonOf(pmf, target, step),
    deltaAt: (epsilon) => deltaOf(pmf, epsilon),
    errorAt: (epsilon) =>
      rareBound + usualBound * Math.exp(tilted.logScale - tilted.tilt * (epsilon - tilted.centre)),
  };
}

type Masses = Pick<LatticePmf, "first" | "mass">;

function addedUp(laws: readonly Masses[], step: number): FinitePmf {
  const first = Math.min(...laws.map((law) => law.first));
  const end = Math.max(...laws.map((law) => law.first + law.mass.length));
  const mass = new Float64Array(end - first);
  for (const law of laws) {
    for (let i = 0; i < law.mass.length; i++) mass[law.first - first + i]! += law.mass[i]!;
  }
  return { loss: mass.map((_, i) => (first + i) * step), mass };
}
