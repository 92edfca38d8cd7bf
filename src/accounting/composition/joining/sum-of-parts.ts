import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import type { Accountant } from "../../accountant.js";
import { notApplicable } from "../../claims/not-applicable.js";
import { addedDelta, addedEpsilon } from "./basic-composition.js";
import type { BestPart } from "./completed.js";
import { familiesOf } from "./families-of.js";
import type { Part } from "./part.js";

const METHOD = "basic-composition";

/**
 * The best proven figures of each kind of rounds, added up at a good split of delta: `proven`. It says
 * something of every sequence whose kinds of rounds other methods cover, whatever their sizes.
 *
 * @see docs/theorems/joining.md
 */
export function sumOfParts(best: BestPart): Accountant {
  const partsOf = (event: MechanismEvent, adjacency: Adjacency): readonly Part[] => {
    const families = familiesOf(event, adjacency);
    if (families.length < 2)
      throw notApplicable(METHOD, "all rounds are of one kind: there is nothing to add up");
    return families.map((family) => best(family, adjacency));
  };
  return {
    method: METHOD,
    covers: [],
    slow: true,
    epsilonAtDelta: (event, query) => addedEpsilon(METHOD, partsOf(event, query.adjacency), query),
    deltaAtEpsilon: (event, query) => addedDelta(METHOD, partsOf(event, query.adjacency), query),
  };
}
