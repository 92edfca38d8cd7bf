import { LogSum } from "../../../numerics/log-sum.js";
import type { CheckInShuffleEvent, SubsampledShuffleEvent } from "../../../privacy/index.js";
import type { ReportShuffle } from "../../../privacy/report-shuffle.js";
import type { Loss } from "./finite-loss.js";
import { meanRatios } from "./mean-ratios.js";
import type { CohortLaws } from "./report-laws.js";
import { attendanceOf, checkDraws, groupsOf, shuffledLoss } from "./shuffle-loss.js";

/**
 * A shuffled round of blocks or among dummies, whose law is the last one. Where everybody reports dummies are
 * users with a record of their own, and blocks are independent; else one draw decides who sends all blocks.
 */
export function hiddenLoss(
  event: ReportShuffle,
  { laws, records }: CohortLaws,
  cohort?: readonly number[],
): Loss {
  const { blocks = 1, dummies = 0 } = event;
  if (laws.kind === "number") checkDraws(event, blocks * (event.users + dummies), "reports");
  const groups = groupsOf(event.users - 1, cohort ?? records, records);
  if (event.kind !== "shuffle") return joinedLoss(event, laws, groups);
  const block = shuffledLoss(laws, [...groups, dummies]);
  return (secret, source) => {
    let sum = 0;
    for (let index = 0; index < blocks; index++) sum += block(secret, source);
    return sum;
  };
}

/**
 * Scored by (1 - p) A + p ∏ mean_i f(z_i)/U(z_i), p the probability that the changed user joins: f is the law
 * of her report, U the mean law of a message, A what is left where she does not join: 1, or where absentees
 * send dummies the same product with the dummies' law.
 */
function joinedLoss(
  event: SubsampledShuffleEvent | CheckInShuffleEvent,
  laws: CohortLaws["laws"],
  groups: readonly number[],
): Loss {
  const { users, blocks = 1, dummies = 0 } = event;
  const attendance = attendanceOf(event, groups);
  const others = groups.map(() => 0);
  const sent = [...others, 0];
  // Where absentees send dummies nobody sees how many joined.
  const hiddenRate =
    event.kind === "checkInShuffle" && event.absentees === "dummy" ? event.checkInRate : undefined;
  let joins = false;
  const ratios = meanRatios(laws, {
    users: users + dummies,
    groups: sent,
    draw: (_, counts) => {
      for (let group = 0; group < sent.length; group++) counts[group] = sent[group]!;
      return joins;
    },
  });
  return (secret, source) => {
    joins = attendance.draw(source, others);
    const joined = others.reduce((sum, count) => sum + count, Number(joins));
    for (let group = 0; group < groups.length; group++) sent[group] = others[group]!;
    sent[groups.length] = hiddenRate === undefined ? dummies : dummies + users - joined;
    const rate = hiddenRate ?? joined / users;
    const weights = groups.map((size) => (users === 1 ? 0 : (rate * users * size) / (users - 1)));
    weights.push(hiddenRate === undefined ? dummies : dummies + (1 - rate) * users);
    const logs = { present: 0, absent: 0, dummy: 0 };
    for (let index = 0; index < blocks; index++) {
      const { present, absent, dummy } = ratios(secret, source, weights);
      logs.present += present;
      logs.absent += absent;
      if (hiddenRate !== undefined) logs.dummy += dummy;
    }
    return logMixture(rate, logs.dummy, logs.present) - logMixture(rate, logs.dummy, logs.absent);
  };
}

function logMixture(rate: number, away: number, there: number): number {
  const sum = new LogSum();
  if (rate < 1) sum.add(Math.log1p(-rate) + away);
  if (rate > 0) sum.add(Math.log(rate) + there);
  return sum.log;
}
