import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import { notApplicable } from "../../core/accountant.js";
import type { RoundEvent } from "../../core/rounds-of.js";
import { gaussianPrivacyLoss } from "../../pld/gaussian-privacy-loss.js";
import type { RoundLoss } from "../../pld/pld-accountant.js";
import { randomAllocationPrivacyLoss } from "../../pld/random-allocation-privacy-loss.js";

const METHOD = "pld";
/** Below it the ratio's law spans too many orders of magnitude for a lattice. */
const LEAST_NOISE_MULTIPLIER = 0.4;

/** The exact privacy loss of Gaussian mechanisms whose pair is known for every data set: `proven`. */
export function centralLoss(round: RoundEvent, adjacency: Adjacency): RoundLoss {
  if (round.kind === "gaussian") {
    const source = "Balle and Wang 2018, Theorem 8";
    return { loss: gaussianPrivacyLoss(round), status: "proven", assumptions: [], source };
  }
  if (round.kind !== "randomAllocation") {
    throw notApplicable(
      METHOD,
      `it covers Gaussian mechanisms and shuffled Gaussian reports, not kind ${round.kind}`,
    );
  }
  if (adjacency === "replace-one") {
    throw notApplicable(METHOD, "random allocation is covered under add-or-remove and zero-out adjacency");
  }
  return {
    loss: randomAllocationPrivacyLoss({ steps: round.steps, noiseMultiplier: noiseOf(round.of) }),
    status: "proven",
    assumptions: ["honest-aggregator"],
    source: "Feldman and Shenfeld 2025",
  };
}

/** The noise multiplier of Gaussian reports of which a mean is taken. */
export function noiseOf(report: MechanismEvent): number {
  if (report.kind !== "gaussian") {
    throw notApplicable(METHOD, `the reports must be gaussian, not ${report.kind}; see clones-2023-pld`);
  }
  if (report.noiseMultiplier >= LEAST_NOISE_MULTIPLIER) return report.noiseMultiplier;
  throw notApplicable(
    METHOD,
    `the law of the mean is heavy-tailed below a noise multiplier of ${LEAST_NOISE_MULTIPLIER}; see rdp-exact`,
  );
}
