import { type Contributions, deviationOf, meanOf } from "./contributions.js";

/** Tilts that are tried, in those of the normal law with the same mean and variance. */
const TILTS = [0.6, 0.8, 1, 1.25, 1.6];
const ROUNDED_UP = 1 + 2 ** -30;

/** A closed form above E[((Z_1 + ... + Z_n) / n)+]: (z)+ <= e^(theta z - 1) / theta for every theta > 0. */
export function chernoffExcess(law: Contributions, copies: number): number {
  const { values, masses } = law;
  const mean = meanOf(law);
  const variance = deviationOf(law) ** 2;
  const largest = Math.max(0, ...values);
  const bounds = TILTS.map((share) => {
    const theta = Math.max((share * -mean) / variance, 1 / (Math.sqrt(variance * copies) + largest));
    let moment = 0;
    for (let i = 0; i < values.length; i++) moment += masses[i]! * Math.expm1(theta * values[i]!);
    return (Math.exp(copies * Math.log1p(moment) - 1) / (theta * copies)) * ROUNDED_UP;
  });
  return Math.min(largest * ROUNDED_UP, ...bounds.filter((bound) => bound >= 0));
}
