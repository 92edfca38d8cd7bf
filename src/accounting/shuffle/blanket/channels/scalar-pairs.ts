/**
 * The two ends of an interval, of which a number is reported with Laplace or Gaussian noise: the worst pair
 * of values. The blanket of all values is the lesser of the two ends' densities.
 *
 * Left of the middle it is the right end's law, and the left end makes the report r >= 1 times as often; on
 * the right it is the mirror image. r is split onto a grid, mean kept. Derivation:
 * docs/theorems/scalar-noise.md.
 */
import { gaussLegendre } from "../../../../numerics/gauss-legendre.js";
import { normalCdf } from "../../../../numerics/normal-cdf.js";
import { ROUNDING, roundedDown, roundedUp } from "../../../../numerics/rounding.js";
import type { GaussianScalarEvent, LaplaceScalarEvent } from "../../../../privacy/index.js";
import type { BlanketPair } from "./blanket-pairs.js";

/** Reports of the left half that the left end makes `ratio` times as often as the blanket does, `mass`. */
interface Cell {
  readonly ratio: number;
  readonly mass: number;
}

/** The left half's reports on a grid of ratios, and the left end's probability of those of larger ratios. */
interface HalfLaw {
  readonly cells: readonly Cell[];
  readonly beyond: number;
}

/**
 * Steps of log r are at most this long, of Gaussian noise also in standard deviations of the noise; there
 * are at least MIN_STEPS. Valid at any three, as ratios are rounded to the grid: half or twice of the first
 * moves an epsilon by up to 0.5 % either way, of the others by less than 4e-4 of itself.
 */
const MAX_STEP = 1 / 32;
const STEP_IN_DEVIATIONS = 1 / 16;
const MIN_STEPS = 64;
/**
 * The largest log r of the grid; of Gaussian noise, also in standard deviations of the noise from the left
 * end. Valid at any two, as reports further out count as revealed: half of the first moves an epsilon by -4
 * % to +9 %, twice as much changes none. Half of the second raises one by up to 7 %, twice as much moves it
 * by -1 % to +3 %.
 */
const MAX_LOG_RATIO = 42;
const REACH = 12;
/** More than masses are rounded: exponents of at most 745, which err by 6 u, are 4,500 u of its 32,768 u. */
const MASS_ERROR = ROUNDING.longSum;

/**
 * The pair with more and more of the reports revealed, those of the largest ratios first: the few that tell
 * most may hide less than they cost in the computation.
 */
export function scalarPairs({
  kind,
  noiseToWidth,
}: LaplaceScalarEvent | GaussianScalarEvent): readonly BlanketPair[] {
  const half = kind === "laplaceScalar" ? laplaceHalf(noiseToWidth) : gaussianHalf(noiseToWidth);
  const cuts = [half.cells.at(-1)!.ratio];
  while (cuts.at(-1)! / 2 >= 8) cuts.push(cuts.at(-1)! / 2);
  return cuts.map((cut) => pairUpTo(cut, half));
}

/** Reports of larger ratios are revealed, each ratio by itself. */
function pairUpTo(cut: number, { cells, beyond }: HalfLaw): BlanketPair {
  const hiding = cells.filter(({ ratio }) => ratio <= cut);
  const far = hiding.map(({ mass }) => mass);
  const near = hiding.map(({ ratio, mass }) => mass * ratio);
  const blanket = far.map((mass) => roundedDown(mass, MASS_ERROR));
  const revealed = cells
    .slice(hiding.length)
    .map(({ ratio, mass }) => [roundedUp(mass * ratio, MASS_ERROR), roundedDown(mass, MASS_ERROR)] as const);
  const ofLeft = [...revealed, [Math.min(1, roundedUp(beyond, MASS_ERROR)), 0] as const];
  return {
    blanket: Float64Array.of(...blanket, ...blanket),
    before: Float64Array.of(...near, ...far),
    after: Float64Array.of(...far, ...near),
    revealed: [...ofLeft, ...ofLeft.map(([p, q]) => [q, p] as const)],
  };
}

/**
 * log r = (W - 2 z) / b between the left end and the middle, W / b beyond the left end: the masses at the
 * grid's points are closed forms.
 */
function laplaceHalf(noise: number): HalfLaw {
  const largest = 1 / noise;
  const end = Math.min(largest, MAX_LOG_RATIO);
  const steps = stepsUpTo(end, MAX_STEP);
  const step = end / steps;
  const massBeyond = (logRatio: number): number => Math.exp(-(largest + logRatio) / 2) / 2;
  const cells = Array.from({ length: steps + 1 }, (_, i): Cell => {
    const sides = i === 0 || i === steps ? 1 : 2;
    return { ratio: Math.exp(i * step), mass: massBeyond(i * step) * Math.tanh(step / 4) * sides };
  });
  if (end < largest) return { cells, beyond: 1 - Math.exp((end - largest) / 2) / 2 };
  return { cells: [...cells, { ratio: Math.exp(largest), mass: massBeyond(largest) }], beyond: 0 };
}

const { nodes, weights } = gaussLegendre(8);

/** y = (W - z) / s is the distance from the right end: log r = (y - W / 2 s) W / s. */
function gaussianHalf(noise: number): HalfLaw {
  const middle = 0.5 / noise;
  const end = Math.min(MAX_LOG_RATIO, (middle + REACH) / noise);
  const steps = stepsUpTo(end, Math.min(MAX_STEP, STEP_IN_DEVIATIONS / noise));
  const step = end / steps;
  const masses = new Float64Array(steps + 1);
  for (let i = 0; i < steps; i++) {
    for (let k = 0; k < nodes.length; k++) {
      const share = (1 + nodes[k]!) / 2;
      const mass = (weights[k]! / 2) * noise * step * density(middle + noise * step * (i + share));
      const up = Math.expm1(step * share) / Math.expm1(step);
      masses[i]! += mass * (1 - up);
      masses[i + 1]! += mass * up;
    }
  }
  const cells = Array.from(masses, (mass, i) => ({ ratio: Math.exp(i * step), mass }));
  return { cells, beyond: normalCdf(middle - noise * end) };
}

function stepsUpTo(end: number, step: number): number {
  return Math.max(MIN_STEPS, Math.ceil(end / step));
}

function density(y: number): number {
  return Math.exp((-y * y) / 2) / Math.sqrt(2 * Math.PI);
}
