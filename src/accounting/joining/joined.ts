import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import type { Accountant } from "../core/accountant.js";
import { type BestPart, completed } from "./completed.js";
import { bestPartOf, type Part } from "./part.js";
import { sumOfParts } from "./sum-of-parts.js";
import { withoutOthers } from "./without-others.js";

/**
 * The same methods for sequences of unlike rounds, and basic composition beside them: the one rule by which such rounds are joined.
 *
 * - Methods that work by privacy losses compose the pairs of all rounds that have one.
 * - A method that covers only some of the rounds is {@link completed} by the best proven figures of all methods.
 * - {@link sumOfParts} adds up the best proven figures, whatever their methods.
 * - A lower end of some rounds is one of all.
 *
 * @see docs/theorems/joining.md
 */
export function joined(accountants: readonly Accountant[]): readonly Accountant[] {
  const upper = accountants.filter(({ side }) => side !== "lower");
  const known = new WeakMap<MechanismEvent, Map<Adjacency, Part>>();
  const best: BestPart = ({ event }, adjacency) => {
    const parts = known.get(event) ?? new Map<Adjacency, Part>();
    known.set(event, parts);
    const part = parts.get(adjacency) ?? bestPartOf(upper, event, adjacency);
    parts.set(adjacency, part);
    return part;
  };
  const each = accountants.map((accountant) =>
    accountant.side === "lower" ? withoutOthers(accountant) : completed(accountant, best),
  );
  return [...each, sumOfParts(best)];
}
