import { checkFunction, checkNumber, checkOptions, DOMAIN } from "../../../validate.js";

/**
 * An upper bound of the epsilon at `delta` of `users` shuffled reports, under replace-one; Infinity where
 * none holds.
 */
export type ShuffledEpsilon = (options: { readonly users: number; readonly delta: number }) => number;

/**
 * Each of `users` joins a round by itself with probability `checkInRate`; the reports of those who joined are
 * shuffled.
 */
export interface CheckIn {
  readonly users: number;
  readonly checkInRate: number;
  readonly shuffledEpsilon: ShuffledEpsilon;
}

export function checkCheckIn(where: string, options: CheckIn): CheckIn {
  const { users, checkInRate, shuffledEpsilon } = checkOptions(where, options);
  return {
    users: checkNumber(`${where}: users`, users, DOMAIN.count),
    checkInRate: checkNumber(`${where}: checkInRate`, checkInRate, DOMAIN.rate),
    shuffledEpsilon: checkFunction(`${where}: shuffledEpsilon`, shuffledEpsilon),
  };
}
