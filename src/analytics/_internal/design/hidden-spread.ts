import { bisect } from "../../../numerics/bisect.js";
import { type Adjacency, sensitivityToClip } from "../../../privacy/index.js";
import type { SpreadLaw } from "./shape-proxy.js";

/** How vectors hide: in how many blocks, among how many dummies and other reports. */
export interface HiddenBlocks {
  readonly blocks: number;
  /** Of each block. */
  readonly dummies: number;
  /** Of users, of each block. */
  readonly reports: number;
  readonly adjacency: Adjacency;
}

/**
 * Deviations of a mean of dummies' ratios that the joint bound of docs/theorems/dummies-and-others.md allows.
 */
const DEVIATIONS = 4;
const NOISES = { min: 1e-3, max: 1e9 };
const BISECTIONS = 60;

/** Of blocks among dummies, among the other users' reports, or both. */
export function hiddenSpread(of: (shape: number) => HiddenBlocks): SpreadLaw {
  const spreadAt = (noiseToClip: number, shape: number): number => spreadOf(of(shape), noiseToClip);
  return {
    spreadAt,
    valueAtSpread(spread, shape) {
      const isSpread = (logNoise: number): boolean => spreadAt(Math.exp(logNoise), shape) <= spread;
      const ends = { fails: Math.log(NOISES.min), holds: Math.log(NOISES.max) };
      return Math.exp(bisect(isSpread, ends, { steps: BISECTIONS }).holds);
    },
  };
}

function spreadOf({ blocks, dummies, reports, adjacency }: HiddenBlocks, noiseToClip: number): number {
  const perBlock = 1 / (blocks * noiseToClip ** 2);
  const distance = sensitivityToClip(adjacency);
  const amongOthers = Math.expm1(distance ** 2 * perBlock);
  const amongDummies = distance === 2 ? 4 * Math.sinh(perBlock) : Math.expm1(perBlock);
  const allowance = 1 + DEVIATIONS * Math.sqrt(Math.expm1(perBlock) / (dummies + 1));
  const hiding = reports / (amongOthers * (dummies === 0 ? 1 : allowance ** 2)) + dummies / amongDummies;
  return reports * blocks * Math.min(1 / hiding, amongOthers / reports);
}
