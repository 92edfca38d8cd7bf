import type { BoundReports } from "../../composition/report-bound.js";

/** The pure local randomizers of a theorem's statement. */
interface PureReports {
  readonly localEpsilon: number;
  readonly users: number;
}

/** What shuffling does to the reports of pure local randomizers, by a theorem about clones. */
export function pureClonesReports(
  source: string,
  epsilonUpperBound: (options: PureReports & { readonly delta: number }) => number,
): BoundReports<"pureLocal" | "randomizedResponse"> {
  return ({ epsilon: localEpsilon }, users) => ({
    epsilonAtDelta: (delta) => (delta > 0 ? epsilonUpperBound({ localEpsilon, users, delta }) : localEpsilon),
    assumptions: ["honest-shuffler"],
    source,
  });
}
