import { checkNumber, checkOptions, DOMAIN } from "../../../validate.js";

/** One shuffle of reports that are each (localEpsilon, 0)-LDP. */
export interface LocalReports {
  /** ε₀ of one report, nats. */
  readonly localEpsilon: number;
  /** n. */
  readonly users: number;
}

/** Checks both fields for the function named `where`. */
export function checkLocalReports(where: string, reports: LocalReports): LocalReports {
  const { localEpsilon, users } = checkOptions(where, reports);
  return {
    localEpsilon: checkNumber(`${where}: localEpsilon`, localEpsilon, DOMAIN.localEpsilon),
    users: checkNumber(`${where}: users`, users, DOMAIN.count),
  };
}
