import type { MechanismEvent, ShuffleEvent } from "../../privacy/index.js";
import type { RoundCharge } from "../messages/round-charge.js";
import { studySlots } from "./slots.js";
import type { Study } from "./study.js";

/** Users of a round at the floor who follow the protocol; only the changed one where all others may be one person. */
export function honestUsers({ floor, honestShare, admission }: Study): number {
  return admission === "open" ? 1 : Math.floor(honestShare * floor);
}

/** What every round of a study spends, at its floor: the same for all rounds, whatever their numbers of reports. */
export function roundChargeOf(study: Study): RoundCharge {
  return { event: roundEvent(study, honestUsers(study)), dummies: study.dummies };
}

/** The shuffles of a round's slots. */
export function roundEvent(study: Study, users: number): MechanismEvent {
  const shuffles = studySlots(study).map(
    ({ randomizer }): ShuffleEvent => ({ kind: "shuffle", users, of: randomizer.describe() }),
  );
  return shuffles.length === 1 ? shuffles[0]! : { kind: "sequence", of: shuffles };
}
