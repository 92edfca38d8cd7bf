import { memoize } from "../../numerics/memoize.js";
import { type CountLaw, sumOf } from "./coin-sum-tails.js";
import { type DummyNumberLaw, dummyNumberNormalizer } from "./dummy-number-moments.js";

/** Mass that a law may leave out on each side. */
const LEFT_OUT = 1e-15;

/** The law of the number of dummies that name one of `size` categories, but for tiny tails. */
export const dummyCountLaw: (numbers: DummyNumberLaw, size: number) => CountLaw = memoize(
  (numbers: DummyNumberLaw, size: number): CountLaw => {
    if (size === 1) return numberLaw(numbers);
    const half = Math.floor(size / 2);
    return withoutTails(sumOf(dummyCountLaw(numbers, half), dummyCountLaw(numbers, size - half)));
  },
  {
    key: ({ laplaceScale, centre, total }, size) => `${laplaceScale} ${centre} ${total} ${size}`,
    capacity: 64,
  },
);

function numberLaw(numbers: DummyNumberLaw): CountLaw {
  const { laplaceScale, centre, total } = numbers;
  const reach = Math.ceil(-laplaceScale * Math.log(LEFT_OUT));
  const first = Math.max(0, centre - reach);
  const last = total === "constant" ? Math.min(2 * centre, centre + reach) : centre + reach;
  const normalizer = dummyNumberNormalizer(numbers);
  const masses = Float64Array.from(
    { length: last - first + 1 },
    (_, index) => Math.exp(-Math.abs(first + index - centre) / laplaceScale) / normalizer,
  );
  return { first, masses, leftOut: LEFT_OUT, relativeError: 64 * Number.EPSILON };
}

function withoutTails({ first, masses, leftOut, relativeError }: CountLaw): CountLaw {
  const start = withinTail(masses, 0, 1);
  const end = withinTail(masses, masses.length - 1, -1);
  return {
    first: first + start,
    masses: masses.slice(start, end + 1),
    leftOut: leftOut + LEFT_OUT,
    relativeError,
  };
}

/** The first index from an end on that does not belong to a tail that may be left out. */
function withinTail(masses: Float64Array, from: number, step: 1 | -1): number {
  let index = from;
  for (let sum = masses[index]!; sum <= LEFT_OUT; sum += masses[index]!) index += step;
  return index;
}
