import { budgetGuarantee, guarantees } from "../../../accounting/index.js";
import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import { isReportShuffle } from "../../../privacy/report-shuffle.js";
import type { DesignedRandomizer } from "../../designed-randomizer.js";

/** A design of noisy vectors with the figures that trust fewer: neither the shuffler, nor the other users. */
export function withLessTrust(
  design: DesignedRandomizer,
  query: { readonly adjacency: Adjacency; readonly delta: number },
): DesignedRandomizer {
  const { event, parameters, traffic } = design;
  if (traffic === undefined || parameters.noiseToClip === undefined) return design;
  const withoutShuffler = budgetGuarantee(guarantees(ownReports(event), query));
  if (parameters.dummies === undefined) return { ...design, withoutShuffler };
  const { guarantees: alone } = guarantees(event, { ...query, method: "dummies-pld" });
  const withoutOthers = alone.find(({ status }) => status === "proven");
  return { ...design, withoutShuffler, ...(withoutOthers && { withoutOthers }) };
}

/**
 * What a user sends who reports in each round, and whose reports are all known as hers: the blocks of a
 * vector, with the noise of each of its entries, tell as much as the whole.
 */
function ownReports(event: MechanismEvent): MechanismEvent {
  if (event.kind === "repeat") return { ...event, of: ownReports(event.of) };
  if (event.kind === "sequence") return { ...event, of: event.of.map(ownReports) };
  return isReportShuffle(event) ? event.of : event;
}
