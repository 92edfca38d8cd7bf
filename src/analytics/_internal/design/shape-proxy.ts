import { bisect } from "../../../numerics/bisect.js";

/**
 * The spread of a randomizer: n shuffled reports are near a Gaussian mechanism of μ² = spread / n, for many
 * reports. Only to compare shapes with each other, and to say where a search begins; what a randomizer spends
 * is for the accountants to say.
 */
export interface SpreadLaw {
  spreadAt(value: number, shape: number): number;
  valueAtSpread(spread: number, shape: number): number;
}

/** A randomizer's two levels as a subset response; see docs/events.md. */
export interface TwoLevels {
  readonly mass: number;
  readonly overlap: number;
}

/** Of a subset response: 2 (A - I) x² / (1 + A x) at x = e^ε₀ - 1. */
export function twoLevelSpread(levels: (shape: number) => TwoLevels): SpreadLaw {
  return {
    spreadAt(localEpsilon, shape) {
      const { mass, overlap } = levels(shape);
      const growth = Math.expm1(localEpsilon);
      return (2 * (mass - overlap) * growth ** 2) / (1 + mass * growth);
    },
    valueAtSpread(spread, shape) {
      const { mass, overlap } = levels(shape);
      const slope = (spread * mass) / (4 * (mass - overlap));
      return Math.log1p(slope + Math.sqrt(slope ** 2 + spread / (2 * (mass - overlap))));
    },
  };
}

/** Of unary encoding, where A = 1 / (e^ε₀ + 1) and I = A²: (r - 1)² / (r + 1) at r = e^ε₀. */
export const UNARY_SPREAD: SpreadLaw = {
  spreadAt: (localEpsilon) => Math.expm1(localEpsilon) ** 2 / (Math.exp(localEpsilon) + 1),
  valueAtSpread: (spread) => Math.log1p((spread + Math.sqrt(spread ** 2 + 8 * spread)) / 2),
};

/** Of Gaussian reports about records at distance 2C, the others all alike: e^((2C/s)²) - 1. */
export const GAUSSIAN_SPREAD: SpreadLaw = {
  spreadAt: (noiseToClip) => Math.expm1((2 / noiseToClip) ** 2),
  valueAtSpread: (spread) => 2 / Math.sqrt(Math.log1p(spread)),
};

/** Of Gaussian noise on the sum of records: their number times (2C/s)². */
export function sumSpread(records: number): SpreadLaw {
  return {
    spreadAt: (noiseToClip) => records * (2 / noiseToClip) ** 2,
    valueAtSpread: (spread) => 2 / Math.sqrt(spread / records),
  };
}

/**
 * Of Laplace noise on a number, over the blanket of docs/theorems/scalar-noise.md: 2 ∫ (r - 1)² over the left
 * half, r = e^u up to e^ε₀.
 */
export const LAPLACE_SPREAD: SpreadLaw = {
  spreadAt: laplaceSpread,
  valueAtSpread: (spread) =>
    bisect((value) => laplaceSpread(value) >= spread, { fails: 0, holds: MAX_LAPLACE }, { steps: BISECTIONS })
      .holds,
};

const MAX_LAPLACE = 30;
const BISECTIONS = 60;

function laplaceSpread(localEpsilon: number): number {
  const growth = Math.expm1(localEpsilon / 2);
  const root = growth + 1;
  // Between the ends and beyond them; ∫ (e^u - 1)² e^(-u / 2) du = 2 (root - 1)³ (root + 3) / (3 root).
  return (growth ** 3 * (root + 3)) / (3 * root ** 2) + (growth * (root + 1)) ** 2 / root ** 2;
}
