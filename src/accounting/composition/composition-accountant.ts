import type { Adjacency, Assumption, Bracket, Claim, MechanismEvent, Method } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import { type RepeatedRound, roundsOf } from "../core/rounds-of.js";
import { leastDelta } from "./least-delta.js";
import { loneRound } from "./lone-round.js";
import type { BoundReports, ReportBound } from "./report-bound.js";
import { boundRound } from "./round-bound.js";

/** Rounds of one kind with their bound. */
export interface BoundedRounds {
  readonly bound: ReportBound;
  readonly times: number;
}

/** A composition theorem: the total epsilon at a total delta, as a bracket of the theorem's own value. */
export interface Composition {
  epsilonAtDelta(rounds: readonly BoundedRounds[], delta: number): Bracket;
  readonly source: string;
}

/** An accountant that bounds each round by (epsilon, delta) and composes those: everything it says is `proven`. */
export function compositionAccountant(
  method: Method,
  boundReports: BoundReports,
  composition: Composition,
): Accountant {
  const bound = (event: MechanismEvent, adjacency: Adjacency): BoundedRounds[] =>
    roundsOf(event).map(({ round, times }: RepeatedRound) => ({
      bound: boundRound(method, round, adjacency, boundReports),
      times,
    }));
  const worth = (rounds: readonly BoundedRounds[], adjacency: Adjacency): Claim => ({
    side: "upper",
    status: "proven",
    assumptions: unionOf(rounds.map((each) => each.bound.assumptions)),
    method,
    source: sourceOf(rounds, composition),
    adjacency,
  });
  return {
    method,
    epsilonAtDelta: (event, { adjacency, delta }) => {
      const rounds = bound(event, adjacency);
      const epsilon = composition.epsilonAtDelta(rounds, delta);
      if (epsilon.upper === Infinity)
        throw notApplicable(method, "no epsilon holds: the reports alone fail more often than delta");
      return { ...worth(rounds, adjacency), delta, epsilon };
    },
    deltaAtEpsilon: (event, { adjacency, epsilon }) => {
      const rounds = bound(event, adjacency);
      const upper =
        loneRound(rounds)?.deltaAtEpsilon?.(epsilon) ??
        leastDelta((delta) => composition.epsilonAtDelta(rounds, delta).upper, epsilon);
      return { ...worth(rounds, adjacency), epsilon, delta: { lower: 0, estimate: upper, upper } };
    },
  };
}

function unionOf(lists: readonly (readonly Assumption[])[]): Assumption[] {
  return [...new Set(lists.flat())];
}

function sourceOf(rounds: readonly BoundedRounds[], { source }: Composition): string {
  const sources = [...new Set(rounds.map(({ bound }) => bound.source))].join("; ");
  if (rounds.length === 0) return "composition of nothing";
  return loneRound(rounds) === undefined ? `${sources}; ${source}` : sources;
}
