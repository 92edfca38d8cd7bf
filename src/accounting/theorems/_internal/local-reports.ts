import { checkNumber, RANGES, type Range } from "../../../validate.js";

/** One shuffle of reports that are each (localEpsilon, 0)-LDP. */
export interface LocalReports {
  readonly localEpsilon: number;
  readonly users: number;
}

const USERS: Range = {
  min: 1,
  max: 1e12,
  integer: true,
  advice: "count at most 1e12 of them: more users only help",
};

/** Checks both fields for the function named `where`. */
export function checkLocalReports(where: string, { localEpsilon, users }: LocalReports): LocalReports {
  return {
    localEpsilon: checkNumber(`${where}: localEpsilon`, localEpsilon, RANGES.nonNegative),
    users: checkNumber(`${where}: users`, users, USERS),
  };
}
