import type { RatioLaw } from "./ratio-law.js";

/** The law of 1 + B (X - 1), B a coin with P(B = 1) = rate: the ratio of a report that is sent with that probability. */
export function thinnedLaw(law: RatioLaw, rate: number): RatioLaw {
  if (rate === 1) return law;
  const one = 1 - law.origin;
  const place = law.value.findIndex((value) => value >= one);
  const before = place < 0 ? law.value.length : place;
  const insert = (array: Float64Array, value: number) => {
    const longer = new Float64Array(array.length + 1);
    longer.set(array.subarray(0, before));
    longer[before] = value;
    longer.set(array.subarray(before), before + 1);
    return longer;
  };
  return {
    origin: law.origin,
    value: insert(law.value, one),
    mass: insert(
      law.mass.map((mass) => rate * mass),
      1 - rate,
    ),
    infinite: rate * law.infinite,
  };
}
