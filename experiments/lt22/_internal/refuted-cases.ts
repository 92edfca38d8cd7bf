import { pld } from "../../../src/accounting/accountants/pld.js";
import { rdpExact } from "../../../src/accounting/accountants/rdp-exact.js";
import type { MechanismEvent } from "../../../src/privacy/index.js";

/** Where a bound of the papers is below what it bounds. */
export const ALONE = { users: 1, checkInRate: 0.5, noiseMultiplier: 1.5 } as const;
export const TWO: MechanismEvent = {
  ...{ kind: "checkInShuffle", users: 2, checkInRate: 0.1 },
  of: { kind: "gaussian", noiseMultiplier: 1 },
};
export const QUERY = { adjacency: "zero-out", delta: 1e-5 } as const;

/** Of a check-in round, the exact divergence of the pair that Equation 17 is about. */
export function exactDivergence({ noiseMultiplier, ...round }: typeof ALONE, order: number): number {
  const event = { kind: "checkInShuffle", ...round, of: { kind: "gaussian", noiseMultiplier } } as const;
  return rdpExact.renyiCurve!(event, QUERY.adjacency).at(order);
}

/** What the pair of Theorem 3 spends at least. */
export function certifiedBelow(event: MechanismEvent): number {
  return pld.epsilonAtDelta(event, QUERY).epsilon.lower;
}

const STEP = 0.15;
const GRID = Array.from({ length: 141 }, (_, i) => (i - 70) * STEP);

/**
 * The divergence of order 2 between two shuffled reports with sigma 1 of users who hold one pair of values or
 * another, by the rectangle rule.
 */
export function twoUsersDivergence(held: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (const x of GRID) for (const y of GRID) sum += density(held, x, y) ** 2 / density(other, x, y);
  return Math.log(STEP ** 2 * sum);
}

function density([a, b]: readonly number[], x: number, y: number): number {
  const normal = (value: number) => Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI);
  return (normal(x - a!) * normal(y - b!) + normal(x - b!) * normal(y - a!)) / 2;
}
