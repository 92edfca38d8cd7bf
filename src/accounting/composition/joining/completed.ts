import type { Adjacency, Claim, MechanismEvent } from "../../../privacy/index.js";
import type { Accountant } from "../../accountant.js";
import { isRefusal } from "../../claims/is-refusal.js";
import { isCovered } from "../../rounds/coverage.js";
import { addedDelta, addedEpsilon } from "./basic-composition.js";
import { eventOf, type Family, familiesOf } from "./families-of.js";
import { type Part, partOf } from "./part.js";

/** What is proven of rounds of one kind. */
export type BestPart = (family: Family, adjacency: Adjacency) => Part;

/**
 * The same method for sequences of which it covers only some of the rounds, too: the best proven figures of
 * the others are added to its own. Where it answers for all of them as well, the lesser figure counts.
 */
export function completed(accountant: Accountant, best: BestPart): Accountant {
  return {
    ...accountant,
    epsilonAtDelta: (event, query) =>
      least(
        () => accountant.epsilonAtDelta(event, query),
        partsBy(accountant, best, event, query.adjacency),
        (parts) => addedEpsilon(accountant.method, parts, query),
        ({ epsilon }) => epsilon.upper,
      ),
    deltaAtEpsilon: (event, query) =>
      least(
        () => accountant.deltaAtEpsilon(event, query),
        partsBy(accountant, best, event, query.adjacency),
        (parts) => addedDelta(accountant.method, parts, query),
        ({ delta }) => delta.upper,
      ),
  };
}

/**
 * The rounds that a method covers as one part, and each kind of the others as another; none where it covers
 * all or nothing.
 */
function partsBy(
  accountant: Accountant,
  best: BestPart,
  event: MechanismEvent,
  adjacency: Adjacency,
): readonly Part[] {
  const { covers, joins = [] } = accountant;
  const families = familiesOf(event, adjacency);
  if (!families.some(({ round }) => isCovered(covers, round, adjacency))) return [];
  const isOwn = ({ round }: Family): boolean => isCovered([...covers, ...joins], round, adjacency);
  const own = families.filter(isOwn);
  if (own.length === families.length) return [];
  const ownEvent = eventOf(own.map((family) => ({ round: family.event, times: 1 })));
  const others = families.filter((family) => !isOwn(family)).map((family) => best(family, adjacency));
  const words = own.map((family) => family.words).join(", ");
  return [partOf(accountant, { event: ownEvent, words }, adjacency), ...others];
}

/**
 * The lesser of a method's own figure and of one that is added up; the method's own refusal where there is
 * neither.
 */
function least<Figure extends Claim>(
  alone: () => Figure,
  parts: readonly Part[],
  added: (parts: readonly Part[]) => Figure,
  upperOf: (figure: Figure) => number,
): Figure {
  if (parts.length === 0) return alone();
  let sum: Figure;
  try {
    sum = added(parts);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return alone();
  }
  try {
    const own = alone();
    return upperOf(own) <= upperOf(sum) ? own : sum;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return sum;
  }
}
