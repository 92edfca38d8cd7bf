import { budgetGuarantee, guarantees } from "../../accounting/index.js";
import type { Guarantee, MechanismEvent } from "../../privacy/index.js";
import type { AdversaryFigure, StudyFigures } from "../messages/study-figures.js";
import { readStudy } from "./read-study.js";
import { chargedEvent, honestUsers, roundEvent } from "./round-event.js";
import { studySlots } from "./slots.js";
import { type SpentQuery, spent } from "./spent.js";
import type { Study } from "./study.js";

/**
 * What some rounds of a study spend, by adversary: never show one of the figures alone.
 *
 * @param rounds all of the study's by default
 */
export function studyFigures(given: Study, rounds: number = readStudy("study", given).rounds): StudyFigures {
  const study = readStudy("study", given);
  const query = { adjacency: study.adjacency, delta: study.budget.delta };
  const { dummies } = study;
  const users = honestUsers(study);
  const local = localGuarantee(study, rounds, query);
  const figure = (adversary: string, credits: string, guarantee: Guarantee): AdversaryFigure => ({
    adversary,
    credits,
    guarantee: guarantee.epsilon.upper <= local.epsilon.upper ? guarantee : local,
  });
  const credited = `${users} users of a round at the floor who follow the protocol`;
  const others = study.admission === "open" ? "no other user: anybody may join, also as many" : credited;
  const counted = (event: MechanismEvent) => spent([{ event, times: rounds }], query);
  return {
    full: figure(
      "readers of the results; the analyzer, also with whoever watches the network",
      `${others}; ${dummies} dummies of an honest shuffler`,
      counted(chargedEvent(study)),
    ),
    dummiesOnly: figure(
      "the analyzer with all other users",
      `${dummies} dummies of an honest shuffler`,
      counted(roundEvent(study, { users: 1, dummies })),
    ),
    plain: figure(
      "a curious shuffler, who follows the protocol and reads the results; with all other users, or alone and malicious, the local figure",
      others,
      study.admission === "open" ? local : counted(roundEvent(study, { users, dummies: 0 })),
    ),
    local: figure(
      "a malicious shuffler; shuffler and analyzer together; one operator in both roles",
      "nothing but each report's own randomness",
      local,
    ),
  };
}

/** Of all a user's reports, with no credit for any shuffle. */
function localGuarantee(study: Study, rounds: number, query: SpentQuery): Guarantee {
  const reports = studySlots(study).map(({ randomizer }) => randomizer.describe());
  const of: MechanismEvent = { kind: "repeat", times: rounds, of: { kind: "sequence", of: reports } };
  return budgetGuarantee(guarantees(of, query));
}
