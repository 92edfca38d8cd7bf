import { DpError } from "../errors.js";
import type { DiscreteRandomizer } from "../mechanisms/index.js";
import { checkSource } from "../random/check-source.js";
import { type RandomSource, secureSource } from "../random/index.js";
import { checkArrayLike } from "../validate.js";
import { checkMethods } from "./_internal/check-randomizer.js";

/**
 * The client's role: one randomized report for each user's value.
 *
 * A client calls it with its own value alone; several values are several users in one process. Only reports
 * may leave the client. Guarantee: each report is ε₀-LDP by itself, against any observer, as
 * `randomizer.describe()` says. Assumes: each user sends one report; a second one about the same value spends
 * again.
 *
 * @param values     one value of every user
 * @param randomizer e.g. {@link categoryRandomizer}, {@link numberRandomizer}, or any randomizer with up to
 *   2^32 numbered reports
 * @param source     where the randomness comes from; the platform's secure source by default
 * @returns the reports, in the order of the values
 * @throws DpError what the randomizer throws at a value that it does not take, with the value's index
 * @example
 * const randomizer = categoryRandomizer({ localEpsilon: 2, categories: ["no", "yes"] });
 * encodeReports(["yes"], randomizer).length; // 1
 */
export function encodeReports<Value>(
  values: ArrayLike<Value>,
  randomizer: DiscreteRandomizer<Value>,
  source: RandomSource = secureSource(),
): Uint32Array {
  checkArrayLike("encodeReports: values", values);
  checkMethods("encodeReports", randomizer, ["randomize"]);
  checkSource("encodeReports: source", source);
  const reports = new Uint32Array(values.length);
  for (let user = 0; user < reports.length; user++) {
    try {
      reports[user] = randomizer.randomize(source, values[user]!);
    } catch (error) {
      throw withIndex(error, user);
    }
  }
  return reports;
}

function withIndex(error: unknown, user: number): unknown {
  if (!(error instanceof DpError)) return error;
  const path = `values[${user}]`;
  const message = `encodeReports: ${path}: ${error.message}`;
  return new DpError(error.code, message, { ...error.details, parameter: path }, error);
}
