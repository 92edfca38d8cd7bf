import { chosenGuarantee } from "../accounting/chosen-guarantee.js";
import { guarantees } from "../accounting/guarantees.js";
import { DpError } from "../errors.js";
import type { MechanismEvent } from "../privacy/mechanism-event.js";
import type { Method } from "../privacy/method.js";
import type { Protocol } from "./protocols/protocol.js";
import type { BudgetConfig, TrainConfig } from "./train-config.js";

/**
 * The most rounds, at most `config.rounds`, whose epsilon stays within `config.stopAtEpsilon` where that is given.
 *
 * Found by bisection before training starts: no method's epsilon falls in the number of rounds. The best proven figure stays
 * within the budget exactly as long as some proven method's does, so each is bisected by itself.
 *
 * @throws DpError OUT_OF_RANGE not even one round stays within; NOT_APPLICABLE no figure to measure it by
 */
export function affordableRounds(config: TrainConfig, protocol: Protocol): number {
  if (config.protocol === "nonprivate" || config.stopAtEpsilon === undefined) return config.rounds;
  const round = protocol.describeRound(config.adjacency)!;
  const rounds = Math.max(
    ...methodsThatCount(config, round).map((method) => bisect({ ...config, method }, round)),
  );
  if (rounds > 0) return rounds;
  const { stopAtEpsilon } = config;
  throw new DpError(
    "OUT_OF_RANGE",
    `config.stopAtEpsilon must be at least the epsilon of one round, got ${stopAtEpsilon}; add noise or raise it`,
    { parameter: "config.stopAtEpsilon", value: stopAtEpsilon },
  );
}

/** The method that the budget names, or all that prove something. */
function methodsThatCount({ method, adjacency, delta }: BudgetConfig, round: MechanismEvent): Method[] {
  if (method !== undefined) return [method];
  const report = guarantees(round, { adjacency, delta });
  chosenGuarantee(report);
  return report.guarantees
    .filter(({ side, status }) => side === "upper" && status === "proven")
    .map((guarantee) => guarantee.method);
}

type Budget = BudgetConfig & { readonly method: Method; readonly rounds: number };

function bisect(budget: Budget, round: MechanismEvent): number {
  if (affordable(budget, round, budget.rounds)) return budget.rounds;
  let within = 0;
  let beyond = budget.rounds;
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (affordable(budget, round, middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

function affordable(budget: Budget, round: MechanismEvent, times: number): boolean {
  const { adjacency, delta, method, stopAtEpsilon = Infinity } = budget;
  const report = guarantees({ kind: "repeat", times, of: round }, { adjacency, delta, method });
  return chosenGuarantee(report, method).epsilon.upper <= stopAtEpsilon;
}
