/**
 * The two ends of an interval, of which a number is reported with Laplace or Gaussian noise: the worst pair of values. The blanket of all values
 * is the lesser of the two ends' densities.
 *
 * Left of the middle it is the right end's law, and the left end makes the report r >= 1 times as often; on the right it is the mirror image. r is split
 * onto a grid, mean kept. Derivation: docs/theorems/scalar-noise.md.
 */
import { gaussLegendre } from "../../../numerics/gauss-legendre.js";
import { normalCdf } from "../../../numerics/normal-cdf.js";
import type { GaussianScalarEvent, LaplaceScalarEvent } from "../../../privacy/index.js";
import { type BlanketPair, MOST_LIKELIER } from "./blanket-pairs.js";

/** Reports of the left half that the left end makes `ratio` times as often as the blanket does, `mass`. */
interface Cell {
  readonly ratio: number;
  readonly mass: number;
}

/** The left half's reports on a grid of ratios; those of larger ratios have these probabilities about the near and the far end. */
interface HalfLaw {
  readonly cells: readonly Cell[];
  readonly beyond: readonly [near: number, far: number];
}

/** Steps of log r are at most so long, of Gaussian noise also in standard deviations of the noise; so many there are at least. */
const LONGEST_STEP = 1 / 32;
const STEP_IN_DEVIATIONS = 1 / 16;
const FEWEST_STEPS = 64;
/** In standard deviations of the noise from the near end; what is beyond is revealed. */
const REACH = 12;
/** More, relatively, than masses are rounded. */
const ROUNDING = 2 ** -38;
/** Larger ratios, in standard deviations of the ratio, do not fit a lattice. */
const MOST_DEVIATIONS = 2 ** 20;

/** @param users among whom reports may hide */
export function scalarPair(
  { kind, noiseToWidth }: LaplaceScalarEvent | GaussianScalarEvent,
  users: number,
): BlanketPair {
  const most = Math.log(MOST_LIKELIER * users);
  const half = kind === "laplaceScalar" ? laplaceHalf(noiseToWidth, most) : gaussianHalf(noiseToWidth, most);
  const deviation = Math.sqrt(2 * half.cells.reduce((sum, { ratio, mass }) => sum + mass * (ratio - 1) ** 2, 0));
  const hides = ({ ratio }: Cell): boolean => ratio - 1 <= MOST_DEVIATIONS * deviation;
  const hiding = half.cells.filter(hides);
  const far = hiding.map(({ mass }) => mass);
  const near = hiding.map(({ ratio, mass }) => mass * ratio);
  const blanket = far.map((mass) => mass * (1 - ROUNDING));
  const [nearBeyond, farBeyond] = half.cells
    .filter((cell) => !hides(cell))
    .reduce(([p, q], { ratio, mass }) => [p + mass * ratio, q + mass] as const, half.beyond);
  const revealed = [nearBeyond * (1 + ROUNDING), farBeyond * (1 - ROUNDING)] as const;
  return {
    blanket: Float64Array.of(...blanket, ...blanket),
    before: Float64Array.of(...near, ...far),
    after: Float64Array.of(...far, ...near),
    revealed: [revealed, [revealed[1], revealed[0]]],
  };
}

/** log r = (W - 2 z) / b between the left end and the middle, W / b beyond the left end: the masses at the grid's points are closed forms. */
function laplaceHalf(noise: number, most: number): HalfLaw {
  const largest = 1 / noise;
  const end = Math.min(largest, most);
  const steps = stepsUpTo(end, LONGEST_STEP);
  const step = end / steps;
  const massBeyond = (logRatio: number): number => Math.exp(-(largest + logRatio) / 2) / 2;
  const cells = Array.from({ length: steps + 1 }, (_, i): Cell => {
    const sides = i === 0 || i === steps ? 1 : 2;
    return { ratio: Math.exp(i * step), mass: massBeyond(i * step) * Math.tanh(step / 4) * sides };
  });
  if (end < largest) return { cells, beyond: [1 - Math.exp((end - largest) / 2) / 2, massBeyond(end)] };
  return { cells: [...cells, { ratio: Math.exp(largest), mass: massBeyond(largest) }], beyond: [0, 0] };
}

const { nodes, weights } = gaussLegendre(8);

/** y = (W - z) / s is the distance from the far end: log r = (y - W / 2 s) W / s. */
function gaussianHalf(noise: number, most: number): HalfLaw {
  const middle = 0.5 / noise;
  const end = Math.min(most, (middle + REACH) / noise);
  const steps = stepsUpTo(end, Math.min(LONGEST_STEP, STEP_IN_DEVIATIONS / noise));
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
  return {
    cells: Array.from(masses, (mass, i) => ({ ratio: Math.exp(i * step), mass })),
    beyond: [normalCdf(middle - noise * end), normalCdf(-middle - noise * end)],
  };
}

function stepsUpTo(end: number, step: number): number {
  return Math.max(FEWEST_STEPS, Math.ceil(end / step));
}

function density(y: number): number {
  return Math.exp((-y * y) / 2) / Math.sqrt(2 * Math.PI);
}
