import { budgetGuarantee, guarantees } from "../../accounting/index.js";
import type { Guarantee, MechanismEvent } from "../../privacy/index.js";
import type { AdversaryFigure, StudyFigures } from "../messages/study-figures.js";
import { readStudy } from "./read-study.js";
import { chargedEvent, honestUsers, reportsEvent, roundEvent } from "./round-event.js";
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
  const { dummies, admission } = study;
  const users = honestUsers(study);
  const local = localGuarantee(study, rounds, query);
  const figure = (adversary: string, credits: string, guarantee: Guarantee): AdversaryFigure => ({
    adversary,
    credits,
    guarantee: guarantee.epsilon.upper <= local.epsilon.upper ? guarantee : local,
  });
  const follow =
    users === 1 ? "user of a round at the floor who follows" : "users of a round at the floor who follow";
  const credited = `${users} ${follow} the protocol${coinsOf(study)}`;
  const hidden = `${dummies} ${dummies === 1 ? "dummy" : "dummies"} of an honest shuffler`;
  const others = admission === "open" ? "no other user: anybody may join, also as many" : credited;
  const counted = (event: MechanismEvent) => spent([{ event, times: rounds }], query);
  return {
    full: figure(
      "readers of the results; the analyzer, also with whoever watches the network",
      `${others}; ${hidden}`,
      counted(chargedEvent(study)),
    ),
    dummiesOnly: figure(
      "the analyzer with all other users",
      hidden,
      counted(roundEvent(study, { users: 1, dummies, coins: false })),
    ),
    plain: figure(
      "a curious shuffler, who follows the protocol and reads the results; with all other users, or alone and malicious, the local figure",
      others,
      admission === "open" ? local : counted(roundEvent(study, { users, dummies: 0, coins: true })),
    ),
    local: figure(
      "a malicious shuffler; shuffler and analyzer together; one operator in both roles",
      "nothing but each report's own randomness",
      local,
    ),
  };
}

/** Of a user's reports, with no credit for any shuffle. */
function localGuarantee(study: Study, rounds: number, query: SpentQuery): Guarantee {
  const of: MechanismEvent = { kind: "repeat", times: rounds, of: reportsEvent(study) };
  return budgetGuarantee(guarantees(of, query));
}

/** What is taken for granted of users' coins, in words. */
function coinsOf(study: Study): string {
  const hasCoins = study.task === "training" && study.protocol.kind === "check-in";
  if (!hasCoins) return "";
  return study.protocol.absentees === "dummy"
    ? ", and their secret coins: those who do not join send dummies"
    : "; no coins, since those who do not join are silent";
}
