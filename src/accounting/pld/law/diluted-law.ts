import type { RatioLaw } from "./ratio-law.js";

/** The law of 1 + fraction (X - 1): a hidden coin decides whether the change is there at all. */
export function dilutedLaw(law: RatioLaw, fraction: number): RatioLaw {
  if (fraction === 1) return law;
  const kept = law.origin === 1 ? 0 : 1 - fraction;
  return {
    ...law,
    value: law.value.map((value) => kept + fraction * value),
    infinite: fraction * law.infinite,
  };
}
