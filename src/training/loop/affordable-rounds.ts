import { budgetGuarantee } from "../../accounting/budget-guarantee.js";
import { guarantees } from "../../accounting/guarantees.js";
import { DpError } from "../../errors.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { Method } from "../../privacy/method.js";
import { hasGuarantee } from "../options/has-guarantee.js";
import type { SettledConfig } from "../options/protocol-of.js";
import type { BudgetConfig } from "../options/run-config.js";
import type { Protocol } from "../protocols/protocol.js";
import { withMore } from "./_internal/charged-event.js";
import type { TrainingState } from "./training-state.js";

/**
 * The round to stop after: the last one, at most `config.rounds`, up to which the epsilon of all that was and
 * will be spent stays within `config.stopAtEpsilon` where that is given.
 *
 * Found by bisection before training starts: no method's epsilon falls in the number of events. The best
 * proven figure stays within the budget exactly as long as some proven method's does, so each is bisected by
 * itself. Where an event covers several rounds they are paid for together: a run ends with the last event
 * that it can pay for.
 *
 * @throws DpError OUT_OF_RANGE not even one event stays within; NOT_APPLICABLE no figure to measure it by
 */
export function affordableRounds(
  config: SettledConfig,
  protocol: Protocol,
  from: Pick<TrainingState, "round" | "ledger">,
): number {
  if (!hasGuarantee(config) || config.stopAtEpsilon === undefined) return config.rounds;
  const { roundsPerEvent } = protocol;
  const event = protocol.describeEvent()!;
  const most = Math.ceil((config.rounds - from.round) / roundsPerEvent);
  const events = Math.max(
    0,
    ...methodsThatCount(config, event).map((method) =>
      mostWithin(most, (times) => isAffordable({ ...config, method }, withMore(from.ledger, times, event))),
    ),
  );
  if (events > 0 || from.round > 0) return Math.min(config.rounds, from.round + events * roundsPerEvent);
  const { stopAtEpsilon } = config;
  throw new DpError(
    "OUT_OF_RANGE",
    `train: privacy.stopAtEpsilon must be at least the epsilon of ${roundsPerEvent === 1 ? "one round" : "one epoch"}, got ${stopAtEpsilon}; add noise or raise it`,
    { parameter: "train: privacy.stopAtEpsilon", value: stopAtEpsilon },
  );
}

/** The method that the budget names, or all that prove something: those that one event alone stays within. */
function methodsThatCount(budget: BudgetConfig, event: MechanismEvent): Method[] {
  const { method, adjacency, delta, stopAtEpsilon = Infinity } = budget;
  const report = guarantees(event, { adjacency, delta, ...(method === undefined ? {} : { method }) });
  budgetGuarantee(report, method);
  return report.guarantees
    .filter(({ side, status }) => side === "upper" && (method !== undefined || status === "proven"))
    .filter(({ epsilon }) => epsilon.upper <= stopAtEpsilon)
    .map((guarantee) => guarantee.method);
}

/**
 * The largest count from 0 to `most` at which a condition holds that, once it fails, fails for all larger
 * counts; 0 always holds.
 */
function mostWithin(most: number, holds: (count: number) => boolean): number {
  if (most === 0 || holds(most)) return most;
  let within = 0;
  let beyond = most;
  while (beyond - within > 1) {
    const middle = middleOf(within, beyond);
    if (holds(middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

/** Of counts by their size, until they are near each other: much fewer than `beyond` is found as fast. */
function middleOf(within: number, beyond: number): number {
  const isFar = beyond > 4 * Math.max(1, within);
  return Math.floor(isFar ? Math.sqrt(Math.max(1, within) * beyond) : (within + beyond) / 2);
}

/** Not where the method does not cover this number of events. */
function isAffordable(budget: BudgetConfig & { readonly method: Method }, event: MechanismEvent): boolean {
  const { adjacency, delta, method, stopAtEpsilon = Infinity } = budget;
  const { guarantees: figures } = guarantees(event, { adjacency, delta, method });
  return figures.some(({ side, epsilon }) => side === "upper" && epsilon.upper <= stopAtEpsilon);
}
