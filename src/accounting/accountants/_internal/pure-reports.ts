import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import { notApplicable } from "../../core/accountant.js";

/** One round: `sampled` of `users` send one (localEpsilon, 0)-LDP report each, which are shuffled. */
export interface PureReports {
  readonly localEpsilon: number;
  readonly users: number;
  readonly sampled: number;
  /** Of randomized response; 2 stands for any randomizer, of which binary randomized response is the worst. */
  readonly categories: number;
}

/**
 * An event as shuffled reports of a pure local randomizer, from all users or from a fixed number of them.
 *
 * @throws DpError NOT_APPLICABLE it is anything else
 */
export function pureReports(method: string, event: MechanismEvent, adjacency: Adjacency): PureReports {
  if (event.kind !== "shuffle" && event.kind !== "subsampledShuffle") {
    throw notApplicable(
      method,
      `it covers shuffled reports of all users or of a fixed number, not kind ${event.kind}`,
    );
  }
  if (adjacency === "add-or-remove") {
    throw notApplicable(method, "the number of reports is public; use replace-one or zero-out adjacency");
  }
  const report = event.of;
  const pure = report.kind === "randomizedResponse" || (report.kind === "local" && !report.delta);
  if (!pure) throw notApplicable(method, "the reports must come from a pure local randomizer");
  const { users } = event;
  const sampled = event.kind === "shuffle" ? users : event.sampled;
  const categories = report.kind === "randomizedResponse" ? report.categories : 2;
  return { localEpsilon: report.epsilon, users, sampled, categories };
}
