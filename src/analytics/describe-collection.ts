import type { MechanismEvent, ShuffleEvent } from "../privacy/index.js";
import { readEventAt } from "../privacy/read-event.js";
import { checkMethods } from "./_internal/check-randomizer.js";

/**
 * The event of one collection: every user sends one report of the randomizer, and the reports are shuffled.
 *
 * @param randomizer the clients' randomizer
 * @param users      n, honest users who report, integer >= 1
 * @returns the event, frozen, for `accounting.guarantees` or a ledger's charge
 * @throws DpError OUT_OF_RANGE users is not such an integer
 * @example
 * const randomizer = categoryRandomizer({ localEpsilon: 2, categories: ["no", "yes"] });
 * describeCollection(randomizer, 1000).users; // 1000
 */
export function describeCollection(randomizer: { describe(): MechanismEvent }, users: number): ShuffleEvent {
  checkMethods("describeCollection", randomizer, ["describe"]);
  const event = { kind: "shuffle", users, of: randomizer.describe() };
  return readEventAt("describeCollection", event) as ShuffleEvent;
}
