import { blocksOf } from "../../privacy/blocks-of.js";
import type { Claim, MechanismEvent } from "../../privacy/index.js";
import { roundsIn } from "../../privacy/rounds-in.js";
import type { Accountant } from "../accountant.js";

/**
 * The same method, whose figures that rest on the shuffler assume of cut vectors that nobody can link a
 * user's blocks.
 */
export function withUnlinkableBlocks(accountant: Accountant): Accountant {
  const { renyiCurve } = accountant;
  return {
    ...accountant,
    epsilonAtDelta: (event, query) => assuming(event, accountant.epsilonAtDelta(event, query)),
    deltaAtEpsilon: (event, query) => assuming(event, accountant.deltaAtEpsilon(event, query)),
    ...(renyiCurve && { renyiCurve: (event, adjacency) => assuming(event, renyiCurve(event, adjacency)) }),
  };
}

function assuming<Figure extends Claim>(event: MechanismEvent, figure: Figure): Figure {
  const { assumptions } = figure;
  const trusts = assumptions.includes("honest-shuffler") || assumptions.includes("honest-shuffler-alone");
  if (!trusts || !hasBlocks(event)) return figure;
  return { ...figure, assumptions: [...assumptions, "unlinkable-blocks"] };
}

function hasBlocks(event: MechanismEvent): boolean {
  return [...roundsIn(event)].some(({ round }) => blocksOf(round) > 1);
}
