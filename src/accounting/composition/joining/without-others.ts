import type { Adjacency, Claim, MechanismEvent } from "../../../privacy/index.js";
import type { Accountant } from "../../accountant.js";
import { withRemark } from "../../claims/compose-claims.js";
import { isCovered } from "../../rounds/coverage.js";
import { eventOf, familiesOf } from "./families-of.js";

/**
 * The same method of lower ends for sequences of which it covers only some of the rounds, too: to leave the
 * others out is post-processing.
 */
export function withoutOthers(accountant: Accountant): Accountant {
  return {
    ...accountant,
    epsilonAtDelta: (event, query) =>
      ofCovered(accountant, event, query.adjacency, (own) => accountant.epsilonAtDelta(own, query)),
    deltaAtEpsilon: (event, query) =>
      ofCovered(accountant, event, query.adjacency, (own) => accountant.deltaAtEpsilon(own, query)),
  };
}

function ofCovered<Figure extends Claim>(
  { covers }: Accountant,
  event: MechanismEvent,
  adjacency: Adjacency,
  figureOf: (event: MechanismEvent) => Figure,
): Figure {
  const families = familiesOf(event, adjacency);
  const own = families.filter(({ round }) => isCovered(covers, round, adjacency));
  if (own.length === 0 || own.length === families.length) return figureOf(event);
  const figure = figureOf(eventOf(own.map((family) => ({ round: family.event, times: 1 }))));
  return withRemark(
    figure,
    `of ${own.length} of ${families.length} kinds of rounds: it does not cover the others`,
  );
}
