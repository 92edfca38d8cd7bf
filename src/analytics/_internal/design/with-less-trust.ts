import { guarantees } from "../../../accounting/index.js";
import type { Adjacency, Guarantee, Method } from "../../../privacy/index.js";
import type { DesignedRandomizer } from "../../designed-randomizer.js";

/** A design with the figures that trust fewer: neither the shuffler, nor the other users. */
export function withLessTrust(
  design: DesignedRandomizer,
  query: { readonly adjacency: Adjacency; readonly delta: number },
): DesignedRandomizer {
  if (design.randomizer === "trustedServer") return design;
  const figureBy = (method: Method): Guarantee | undefined =>
    guarantees(design.event, { ...query, method }).guarantees.find(({ status }) => status === "proven");
  const withoutShuffler = figureBy("unshuffled");
  const withoutOthers = design.parameters.dummies === undefined ? undefined : figureBy("dummies-pld");
  return { ...design, ...(withoutShuffler && { withoutShuffler }), ...(withoutOthers && { withoutOthers }) };
}
