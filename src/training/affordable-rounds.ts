import { guarantees } from "../accounting/guarantees.js";
import { DpError } from "../errors.js";
import type { MechanismEvent } from "../privacy/mechanism-event.js";
import { chosenGuarantee } from "./chosen-guarantee.js";
import type { Protocol } from "./protocols/protocol.js";
import type { PrivateTrainConfig, TrainConfig } from "./train-config.js";

/**
 * The most rounds, at most `config.rounds`, whose epsilon stays within `config.stopAtEpsilon` where that is given.
 *
 * Found by bisection before training starts: epsilon never falls in the number of rounds.
 *
 * @throws DpError OUT_OF_RANGE not even one round stays within; NOT_APPLICABLE no figure to measure it by
 */
export function affordableRounds(config: TrainConfig, protocol: Protocol): number {
  if (config.protocol === "nonprivate" || config.stopAtEpsilon === undefined) return config.rounds;
  const budget = config.stopAtEpsilon;
  const of = protocol.describeRound(config.adjacency)!;
  const affordable = (times: number): boolean => epsilonOf(config, { kind: "repeat", times, of }) <= budget;
  if (affordable(config.rounds)) return config.rounds;
  if (!affordable(1)) {
    throw new DpError(
      "OUT_OF_RANGE",
      `config.stopAtEpsilon must be at least the epsilon of one round, got ${budget}; add noise or raise it`,
      { parameter: "config.stopAtEpsilon", value: budget },
    );
  }
  let within = 1;
  let beyond = config.rounds;
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (affordable(middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

function epsilonOf({ adjacency, delta, method }: PrivateTrainConfig, event: MechanismEvent): number {
  const report = guarantees(event, { adjacency, delta, ...(method === undefined ? {} : { method }) });
  return chosenGuarantee(report.guarantees, method).epsilon.upper;
}
