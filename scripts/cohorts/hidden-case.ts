import { type RandomSource, sampleInteger, sampleUniform } from "../../src/random/index.js";

/** A vector as its blocks, each of the same length; the noise of an entry is 1. */
export type Blocks = readonly (readonly number[])[];

/**
 * How users come to report: all of them, each by a coin or else with a dummy, or some of them drawn at
 * random.
 */
export type Reporting =
  | { readonly kind: "all" }
  | { readonly kind: "mixed"; readonly rate: number }
  | { readonly kind: "drawn"; readonly reports: number };

/** A few shuffled vectors among dummies. */
export interface HiddenCase {
  /** The largest norm of a block. */
  readonly radius: number;
  readonly blocks: number;
  readonly dummies: number;
  /** The changed user's vector, and what it is replaced by. */
  readonly record: Blocks;
  readonly replacement: Blocks;
  readonly others: readonly Blocks[];
  readonly reporting: Reporting;
  /** Whether the replacement is zero. */
  readonly toZero: boolean;
}

const MAX_USERS = 4;
const MAX_MESSAGES = 5;
const MAX_DIMENSIONS = 3;
const RADII = [0.1, 1.6] as const;

/** Some case; many records are as long as they may be, and many are opposite to each other. */
export function randomHiddenCase(source: RandomSource): HiddenCase {
  const users = 1 + sampleInteger(source, MAX_USERS);
  const dummies = sampleInteger(source, Math.min(3, MAX_MESSAGES - users) + 1);
  const dimension = 1 + sampleInteger(source, MAX_DIMENSIONS);
  const blocks = sampleInteger(source, 4) === 0 ? 2 : 1;
  const radius = RADII[0] + (RADII[1] - RADII[0]) * sampleUniform(source);
  const toZero = sampleInteger(source, 3) === 0;
  const main = Array.from({ length: blocks }, () => vectorOfLength(radius, dimension, source));
  const zero = main.map((block) => block.map(() => 0));
  const some = (): Blocks => {
    const choice = sampleInteger(source, 5);
    if (choice === 0) return zero;
    if (choice < 3) return main.map((block) => block.map((each) => (choice === 1 ? each : -each)));
    return main.map(() => vectorOfLength(radius * Math.sqrt(sampleUniform(source)), dimension, source));
  };
  const away = toZero ? zero : main.map((block) => block.map((each) => -each));
  return {
    radius: radius * (1 + 2 ** -40),
    blocks,
    dummies,
    record: main,
    replacement: toZero || sampleInteger(source, 3) > 0 ? away : some(),
    others: Array.from({ length: users - 1 }, some),
    reporting: someReporting(users, source),
    toZero,
  };
}

function someReporting(users: number, source: RandomSource): Reporting {
  const choice = sampleInteger(source, 3);
  if (choice === 0) return { kind: "all" };
  if (choice === 1) return { kind: "mixed", rate: 0.1 + 0.8 * sampleUniform(source) };
  return { kind: "drawn", reports: 1 + sampleInteger(source, users) };
}

function vectorOfLength(length: number, dimension: number, source: RandomSource): number[] {
  const direction = Array.from({ length: dimension }, () => sampleNormal(source));
  const norm = Math.hypot(...direction);
  return direction.map((each) => (length * each) / norm);
}

/** A standard normal number, for simulation. */
export function sampleNormal(source: RandomSource): number {
  const radius = Math.sqrt(-2 * Math.log(sampleUniform(source)));
  return radius * Math.cos(2 * Math.PI * sampleUniform(source));
}
