import type { Bracket } from "../../privacy/index.js";
import { exactly } from "../claims/brackets.js";
import type { PURE_REPORTS } from "../rounds/coverage.js";
import type { BoundReports } from "./report-bound.js";

/** The pure local randomizers of a theorem's statement. */
interface PureReports {
  readonly localEpsilon: number;
  readonly users: number;
}

/**
 * What shuffling does to the reports of pure local randomizers, by a theorem about clones.
 *
 * @param deltaOf where the theorem gives delta at an epsilon below the local one
 */
export function pureClonesReports(
  source: string,
  epsilonOf: (options: PureReports & { readonly delta: number; readonly upperOnly: boolean }) => Bracket,
  deltaOf?: (options: PureReports & { readonly epsilon: number }) => Bracket,
): BoundReports<(typeof PURE_REPORTS)[number]> {
  return ({ epsilon: localEpsilon }, users) => ({
    epsilonAtDelta: (delta, upperOnly) =>
      delta > 0 ? epsilonOf({ localEpsilon, users, delta, upperOnly }) : exactly(localEpsilon),
    ...(deltaOf && {
      deltaAtEpsilon: (epsilon: number) =>
        epsilon < localEpsilon ? deltaOf({ localEpsilon, users, epsilon }) : exactly(0),
    }),
    assumptions: ["honest-shuffler"],
    source,
  });
}
