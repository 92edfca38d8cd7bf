import { ROUNDING, roundedDown, roundedUp } from "../../../../numerics/rounding.js";
import type { BlanketPair } from "./blanket-pairs.js";

/**
 * Z, what one of the shuffled reports contributes at x: (R_before - x R_after) / b where the blanket made it,
 * else 0, rounded up; and what the reports that the blanket cannot make cost by themselves.
 */
export interface Contributions {
  readonly values: Float64Array;
  readonly masses: Float64Array;
  /** The sum of (R_before - x R_after)+ over the revealed reports. */
  readonly revealed: number;
}

export function contributionsAt({ blanket, before, after, revealed }: BlanketPair, x: number): Contributions {
  const excess = (p: number, q: number): number =>
    roundedUp(p, ROUNDING.sum) - roundedDown(x * q, ROUNDING.sum);
  const hidden = Math.max(0, 1 - blanket.reduce((sum, mass) => sum + mass, 0));
  const values = new Float64Array(blanket.length + 1);
  let cost = revealed.reduce((sum, [p, q]) => sum + Math.max(0, excess(p, q)), 0);
  for (let i = 0; i < blanket.length; i++) {
    const more = excess(before[i]!, after[i]!);
    if (blanket[i]! > 0) values[i] = more / blanket[i]!;
    else cost += Math.max(0, more); // a mass that has underflowed hides nothing
  }
  const masses = new Float64Array(blanket.length + 1);
  masses.set(blanket);
  masses[blanket.length] = hidden;
  return { values, masses, revealed: cost };
}

export function largestOf({ values }: Contributions): number {
  return values.reduce((most, value) => (value > most ? value : most), -Infinity);
}

/** E(Z - t)+ at rising t. */
export function integratedTail({ values, masses }: Contributions, at: Float64Array): Float64Array {
  const order = Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const result = new Float64Array(at.length);
  let weight = 0;
  let moment = 0;
  let next = order.length - 1;
  for (let j = at.length - 1; j >= 0; j--) {
    for (; next >= 0 && values[order[next]!]! > at[j]!; next--) {
      const i = order[next]!;
      weight += masses[i]!;
      moment += masses[i]! * values[i]!;
    }
    result[j] = Math.max(0, moment - weight * at[j]!);
  }
  return result;
}

export function meanOf({ values, masses }: Contributions): number {
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += values[i]! * masses[i]!;
  return mean;
}

export function deviationOf(law: Contributions): number {
  const mean = meanOf(law);
  let variance = 0;
  for (let i = 0; i < law.values.length; i++) variance += (law.values[i]! - mean) ** 2 * law.masses[i]!;
  return Math.sqrt(variance);
}
