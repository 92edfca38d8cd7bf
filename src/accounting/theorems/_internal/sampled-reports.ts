import { DpError } from "../../../errors.js";
import { checkNumber, DOMAIN } from "../../../validate.js";

/**
 * One round: `sampled` of `users`, drawn without replacement, send one (localEpsilon, 0)-LDP report each,
 * which are shuffled.
 */
export interface SampledReports {
  readonly localEpsilon: number;
  readonly users: number;
  readonly sampled: number;
}

/** Checks the fields for the function named `where`. */
export function checkSampledReports(where: string, options: SampledReports): SampledReports {
  return {
    ...checkSampled(where, options),
    localEpsilon: checkNumber(`${where}: localEpsilon`, options.localEpsilon, DOMAIN.localEpsilon),
  };
}

/** Checks how many of how many users are drawn. */
export function checkSampled(
  where: string,
  options: Pick<SampledReports, "users" | "sampled">,
): Pick<SampledReports, "users" | "sampled"> {
  const users = checkNumber(`${where}: users`, options.users, DOMAIN.count);
  const sampled = checkNumber(`${where}: sampled`, options.sampled, DOMAIN.count);
  if (sampled <= users) return { users, sampled };
  throw new DpError("OUT_OF_RANGE", `${where}: sampled must be at most users = ${users}, got ${sampled}`, {
    parameter: `${where}: sampled`,
    value: sampled,
    allowed: `an integer in [1, ${users}]`,
  });
}
