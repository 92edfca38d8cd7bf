import type { DummyCountsEvent, MechanismEvent } from "../privacy/index.js";
import { readEventAt } from "../privacy/read-event.js";
import { checkOptions, wrongShape } from "../validate.js";
import { checkMethods } from "./_internal/check-randomizer.js";
import type { RandomDummies } from "./random-dummies.js";

/**
 * The event of one collection with random numbers of dummies: every user sends one report of the randomizer,
 * and the shuffler adds the dummies.
 *
 * @param randomizer the clients' randomizer, a response over categories, bins or levels
 * @param dummies    the numbers' law, of {@link randomDummies}, for as many categories
 * @returns the event, frozen, for `accounting.guarantees` or a ledger's charge
 * @throws DpError BAD_INPUT the randomizer is not a response over `dummies.categories` categories
 * @example
 * const randomizer = categoryRandomizer({ localEpsilon: 30, categories: ["no", "yes"] });
 * const dummies = randomDummies({ categories: 2, targetEpsilon: 0.5, delta: 1e-6 });
 * describeDummyCounts(randomizer, dummies).centre; // 25
 */
export function describeDummyCounts(
  randomizer: { describe(): MechanismEvent },
  dummies: RandomDummies,
): DummyCountsEvent {
  const name = "describeDummyCounts";
  checkMethods(name, randomizer, ["describe"]);
  const { categories, laplaceScale, centre, total } = checkOptions(name, dummies, "dummies");
  const report = randomizer.describe();
  if (report.kind !== "randomizedResponse" || report.categories !== categories) {
    throw wrongShape(
      `${name}: randomizer`,
      report,
      `a response over ${categories} categories, as the dummies`,
    );
  }
  const { epsilon } = report;
  const event = { kind: "dummyCounts", categories, laplaceScale, centre, total, epsilon };
  return readEventAt(name, event) as DummyCountsEvent;
}
