import { chosenGuarantee } from "../accounting/chosen-guarantee.js";
import { guarantees } from "../accounting/guarantees.js";
import { DpError } from "../errors.js";
import type { MechanismEvent } from "../privacy/mechanism-event.js";
import type { Method } from "../privacy/method.js";
import type { Protocol } from "./protocols/protocol.js";
import type { SettledConfig } from "./protocols/protocol-of.js";
import type { BudgetConfig } from "./train-config.js";

/**
 * The most rounds, at most `config.rounds`, whose epsilon stays within `config.stopAtEpsilon` where that is given.
 *
 * Found by bisection before training starts: no method's epsilon falls in the number of events. The best proven figure stays
 * within the budget exactly as long as some proven method's does, so each is bisected by itself. Where an event covers several
 * rounds they are paid for together: a run ends with the last event that it can pay for.
 *
 * @throws DpError OUT_OF_RANGE not even one event stays within; NOT_APPLICABLE no figure to measure it by
 */
export function affordableRounds(config: SettledConfig, protocol: Protocol): number {
  if (config.protocol === "nonprivate" || config.stopAtEpsilon === undefined) return config.rounds;
  const { roundsPerEvent } = protocol;
  const event = protocol.describeEvent(config.adjacency)!;
  const most = Math.ceil(config.rounds / roundsPerEvent);
  const events = Math.max(
    ...methodsThatCount(config, event).map((method) => bisect({ ...config, method }, event, most)),
  );
  if (events > 0) return Math.min(config.rounds, events * roundsPerEvent);
  const { stopAtEpsilon } = config;
  throw new DpError(
    "OUT_OF_RANGE",
    `config.stopAtEpsilon must be at least the epsilon of ${roundsPerEvent === 1 ? "one round" : "one epoch"}, got ${stopAtEpsilon}; add noise or raise it`,
    { parameter: "config.stopAtEpsilon", value: stopAtEpsilon },
  );
}

/** The method that the budget names, or all that prove something. */
function methodsThatCount({ method, adjacency, delta }: BudgetConfig, event: MechanismEvent): Method[] {
  if (method !== undefined) return [method];
  const report = guarantees(event, { adjacency, delta });
  chosenGuarantee(report);
  return report.guarantees
    .filter(({ side, status }) => side === "upper" && status === "proven")
    .map((guarantee) => guarantee.method);
}

type Budget = BudgetConfig & { readonly method: Method };

function bisect(budget: Budget, event: MechanismEvent, most: number): number {
  if (affordable(budget, event, most)) return most;
  let within = 0;
  let beyond = most;
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (affordable(budget, event, middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

function affordable(budget: Budget, of: MechanismEvent, times: number): boolean {
  const { adjacency, delta, method, stopAtEpsilon = Infinity } = budget;
  const report = guarantees({ kind: "repeat", times, of }, { adjacency, delta, method });
  return chosenGuarantee(report, method).epsilon.upper <= stopAtEpsilon;
}
