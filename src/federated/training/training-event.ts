import type { BlocksAndDummies, MechanismEvent } from "../../privacy/index.js";
import { mechanismOf } from "../../training/gradients/mechanism-of.js";
import { dimensionOf } from "../../training/models/model.js";
import { modelOf } from "../../training/models/model-name.js";
import type { CountedReports } from "../study/counted-reports.js";
import type { TrainingStudy } from "../study/study.js";

/**
 * What a round of training spends: the protocol's event with the users and dummies that count.
 *
 * Coins are credited where absentees send dummies, so that neither the network nor the shuffler sees who
 * joined, and only among other users who follow the protocol.
 */
export function trainingEvent(
  study: TrainingStudy,
  { users, dummies, coins }: CountedReports,
): MechanismEvent {
  const { protocol } = study;
  const of = reportEvent(study);
  const counted = { users, ...(dummies === 0 ? {} : { dummies }), ...blocksOf(protocol) };
  const isHidden = protocol.kind === "check-in" && protocol.absentees === "dummy" && coins;
  if (!isHidden) return { kind: "shuffle", ...counted, of };
  return {
    kind: "checkInShuffle",
    checkInRate: protocol.samplingRate,
    absentees: "dummy",
    ...counted,
    of,
  };
}

/**
 * One user's reports of a round, without any shuffle. Blocks of one gradient are a Gaussian report of all of
 * it: their norms' squares add up to at most C^2.
 */
export function reportEvent({ protocol, localEpsilon, model }: TrainingStudy): MechanismEvent {
  if (protocol.kind === "check-in") return { kind: "gaussian", noiseToClip: protocol.noiseToClip };
  const { randomizer: kind, clipBound } = protocol;
  return mechanismOf({ kind, localEpsilon, clipBound }, dimensionOf(modelOf(model))).describe();
}

function blocksOf(protocol: TrainingStudy["protocol"]): BlocksAndDummies {
  return protocol.kind === "check-in" && protocol.blocks > 1 ? { blocks: protocol.blocks } : {};
}
