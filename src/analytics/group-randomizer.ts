import {
  type DiscreteRandomizer,
  karyRandomizedResponse,
  type RandomizedResponse,
} from "../mechanisms/index.js";
import { checkOptions } from "../validate.js";
import { responseTo } from "./choice-randomizer.js";
import { type BinOptions, type CategoryOptions, type Choice, choicesOf } from "./choices.js";

/**
 * A user's group and value: a category's name or a number, as the {@link GroupRandomizer} has categories or
 * bins.
 */
export interface GroupedValue {
  readonly group: string | number;
  readonly value: string | number;
}

/**
 * Randomized response over pairs of a group and a value. Clients and analyzer make it from the same public
 * parameters.
 */
export interface GroupRandomizer extends DiscreteRandomizer<GroupedValue> {
  /** The G groups. */
  readonly groups: readonly Choice[];
  /** The K choices of a value; report r names group floor(r / K) and value r mod K. */
  readonly values: readonly Choice[];
  /** The number of a pair. */
  indexOf(pair: GroupedValue): number;
  /** The randomized response over the G K pairs' numbers. */
  readonly response: RandomizedResponse;
}

/** The public parameters of a {@link GroupRandomizer}. */
export interface GroupRandomizerOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** The groups: categories, or edges of bins. */
  readonly groups: CategoryOptions | BinOptions;
  /** The values: categories, or edges of bins. */
  readonly values: CategoryOptions | BinOptions;
}

/**
 * One report about a user's group and value together: randomized response over all pairs.
 *
 * Every pair's count is more accurate than from two linked reports that share ε₀; see docs/analytics.md.
 * Guarantee: ε₀-LDP exactly for group and value together, rounding included; see
 * `mechanisms.karyRandomizedResponse`. Assumes: groups and values do not depend on any user's data.
 *
 * @param options.localEpsilon ε₀, nats, [1e-6, 30]
 * @param options.groups       G categories or bins, e.g. `{ categories: ["north", "south"] }`
 * @param options.values       K categories or bins, e.g. `{ edges: [18, 30, 50, 100] }`
 * @returns the randomizer; a report is a pair's number
 * @throws DpError OUT_OF_RANGE a number is outside its range; BAD_INPUT too few or repeated choices, or a
 *   value that is not among them
 * @example
 * const randomizer = groupRandomizer({
 *   localEpsilon: 3, groups: { categories: ["north", "south"] }, values: { edges: [18, 30, 50, 100] },
 * });
 * randomizer.indexOf({ group: "south", value: 30 }); // 4
 */
export function groupRandomizer(options: GroupRandomizerOptions): GroupRandomizer {
  const name = "groupRandomizer";
  const { localEpsilon } = checkOptions(name, options);
  const groups = choicesOf(`${name}: groups`, options.groups);
  const values = choicesOf(`${name}: values`, options.values);
  const width = values.labels.length;
  const indexOf = ({ group, value }: GroupedValue): number =>
    groups.indexOf(group) * width + values.indexOf(value);
  const response = karyRandomizedResponse({ localEpsilon, categories: groups.labels.length * width });
  const numbered = { indexOf, ...responseTo(response, { indexOf }) };
  return { ...response, ...numbered, groups: groups.labels, values: values.labels };
}
