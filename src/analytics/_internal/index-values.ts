import { DpError } from "../../errors.js";
import { show } from "../../validate.js";

/** The number of each value's category. */
export function indexValues(
  name: string,
  values: readonly string[],
  categories: readonly string[],
): Uint32Array {
  const numbers = new Map(categories.map((category, number) => [category, number]));
  if (categories.length < 2 || numbers.size < categories.length) {
    throw new DpError(
      "BAD_INPUT",
      `${name}: categories must be at least two different ones, got ${show(categories)}; with one there is nothing to learn`,
      { parameter: "categories", value: categories, allowed: "at least two different categories" },
    );
  }
  return Uint32Array.from(values, (value, index) => {
    const number = numbers.get(value);
    if (number !== undefined) return number;
    throw new DpError(
      "BAD_INPUT",
      `${name}: values[${index}] must be one of the categories, got ${show(value)}; list every value that a user may hold`,
      { parameter: `values[${index}]`, value, allowed: "one of the categories" },
    );
  });
}
