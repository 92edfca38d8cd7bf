import type { MechanismEvent, ShuffleEvent } from "../../privacy/index.js";
import { studySlots } from "./slots.js";
import type { Study } from "./study.js";

/**
 * Users of a round at the floor who follow the protocol; only the changed one where all others may be one
 * person.
 */
export function honestUsers({ floor, honestShare, admission }: Study): number {
  return admission === "open" ? 1 : Math.floor(honestShare * floor);
}

/**
 * What every round of a study spends against readers of the results, at its floor: the same for all rounds,
 * whatever their numbers of reports.
 */
export function chargedEvent(study: Study): MechanismEvent {
  return roundEvent(study, { users: honestUsers(study), dummies: study.dummies });
}

/** The shuffles of a round's slots, of the users and the dummies that count. */
export function roundEvent(
  study: Study,
  { users, dummies }: { readonly users: number; readonly dummies: number },
): MechanismEvent {
  const counted = dummies === 0 ? { users } : { users, dummies };
  const shuffles = studySlots(study).map(
    ({ randomizer }): ShuffleEvent => ({ kind: "shuffle", ...counted, of: randomizer.describe() }),
  );
  return shuffles.length === 1 ? shuffles[0]! : { kind: "sequence", of: shuffles };
}
