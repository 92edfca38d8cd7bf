import { calibrate } from "../../../src/accounting/index.js";
import { designRandomizer } from "../../../src/analytics/index.js";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import { LOCAL_EPSILONS } from "../../../src/validate.js";
import type { AnalyzePlan } from "./plan.js";
import type { ReadyColumn, ReportParameters } from "./ready-column.js";

/**
 * How each report is made: with its share of the local epsilon, or so that all reports together meet the target epsilon by a proven figure. It depends
 * on public numbers alone: users, categories, bounds.
 *
 * The levels of a single mean are chosen too. For categories there is nothing to choose: in the shuffle randomized response
 * is the most accurate (docs/analytics.md).
 */
export function reportParameters(
  columns: readonly ReadyColumn[],
  plan: AnalyzePlan,
  delta: number,
): ReportParameters {
  const { localEpsilon, targetEpsilon, adjacency } = plan;
  if (targetEpsilon === undefined) return { localEpsilon: localEpsilon! / columns.length };
  const [{ task, users }] = columns as [ReadyColumn];
  if (columns.length > 1 || task === undefined) {
    const within = (free: number) => Math.max(LOCAL_EPSILONS.min, Math.min(LOCAL_EPSILONS.max, free));
    const eventOf = (free: number): MechanismEvent => eventOfAll(columns, { localEpsilon: within(free) });
    const target = { adjacency, delta, targetEpsilon, parameter: "localEpsilon" } as const;
    return { localEpsilon: within(calibrate(eventOf, target).value) };
  }
  const { parameters } = designRandomizer({
    ...{ task, users, adjacency, delta, targetEpsilon },
    among: ["randomizedResponse"],
  }).best;
  return { localEpsilon: parameters.localEpsilon!, levels: parameters.levels! };
}

/** Each column's reports are shuffled by themselves, so that nothing tells which of them are the same user's. */
export function eventOfAll(columns: readonly ReadyColumn[], parameters: ReportParameters): MechanismEvent {
  const [only, ...others] = columns.map((column) => column.describe(parameters));
  return others.length === 0 ? only! : { kind: "sequence", of: [only!, ...others] };
}
