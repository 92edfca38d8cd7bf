import { type Contributions, deviationOf, largestOf, meanOf } from "./contributions.js";

/** Tilts are tried this factor apart, from that of the normal law with the same mean and variance on. */
const STRIDE = 1.5;
const MOST_TILTS = 40;
const ROUNDED_UP = 1 + 2 ** -30;

/** A closed form above E[((Z_1 + ... + Z_n) / n)+]: (z)+ <= e^(theta z - 1) / theta for every theta > 0. */
export function chernoffExcess(law: Contributions, copies: number): number {
  const variance = deviationOf(law) ** 2;
  const largest = Math.max(0, largestOf(law));
  if (largest === 0 || variance === 0) return largest * ROUNDED_UP;
  const first = Math.max(-meanOf(law) / variance, 1 / (Math.sqrt(variance * copies) + largest));
  const boundAt = (theta: number): number =>
    Math.exp(copies * logMoment(law, theta) - 1 - Math.log(theta * copies)) * ROUNDED_UP;
  let least = boundAt(first);
  for (const stride of [1 / STRIDE, STRIDE]) {
    let theta = first * stride;
    for (let i = 0; i < MOST_TILTS; i++, theta *= stride) {
      const bound = boundAt(theta);
      if (bound >= least && least < Infinity) break;
      least = Math.min(least, bound);
    }
  }
  return Math.min(largest * ROUNDED_UP, least);
}

/** log E e^(theta Z), infinite where it leaves the doubles. */
function logMoment({ values, masses }: Contributions, theta: number): number {
  let excess = 0;
  for (let i = 0; i < values.length; i++) excess += masses[i]! * Math.expm1(theta * values[i]!);
  return Math.log1p(excess);
}
