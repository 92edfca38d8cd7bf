import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import type { Accountant } from "../../accountant.js";
import { remembering } from "../remembering.js";
import { type BestPart, completed } from "./completed.js";
import { bestPartOf, type Part } from "./part.js";
import { sumOfParts } from "./sum-of-parts.js";
import { withoutOthers } from "./without-others.js";

/** Methods for sequences of unlike rounds. */
export interface JoinedAccountants {
  /**
   * What is worth looking at: methods as they are, those that compose privacy losses completed, and the sum
   * of the best figures. Other methods that cover only some of the rounds, completed, come to no less than
   * that sum.
   */
  readonly unlike: readonly Accountant[];
  /** Every method, completed. */
  readonly completed: readonly Accountant[];
}

/**
 * The one rule by which unlike rounds are joined.
 *
 * - Methods that work by privacy losses compose the pairs of all rounds that have one.
 * - A method that covers only some of the rounds is {@link completed} by the best proven figures of all
 *   methods.
 * - A method that stands alone is not: it has figures of its own for the other rounds, or none.
 * - {@link sumOfParts} adds up the best proven figures, whatever their methods.
 * - A lower end of some rounds is one of all.
 *
 * @see docs/theorems/joining.md
 */
export function joined(accountants: readonly Accountant[]): JoinedAccountants {
  const best = bestPartBy(accountants.filter(({ side }) => side !== "lower"));
  const sum = remembering(sumOfParts(best));
  const complete = (accountant: Accountant): Accountant => {
    if (accountant.standsAlone) return accountant;
    return remembering(accountant.side === "lower" ? withoutOthers(accountant) : completed(accountant, best));
  };
  const isKept = ({ side, joins }: Accountant): boolean => side !== "lower" && joins === undefined;
  return {
    unlike: [...accountants.map((each) => (isKept(each) ? each : complete(each))), sum],
    completed: [...accountants.map(complete), sum],
  };
}

/** The parts of an event are asked for by several methods. */
function bestPartBy(accountants: readonly Accountant[]): BestPart {
  const known = new WeakMap<MechanismEvent, Map<Adjacency, Part>>();
  return (family, adjacency) => {
    const parts = known.get(family.event) ?? new Map<Adjacency, Part>();
    known.set(family.event, parts);
    const part = parts.get(adjacency) ?? bestPartOf(accountants, family, adjacency);
    parts.set(adjacency, part);
    return part;
  };
}
