import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeStudy } from "../../../../src/federated/study/make-study.js";
import type { RandomSource } from "../../../../src/random/index.js";
import { type MadeUpUsers, makeUpUsers } from "../clients/made-up-answers.js";
import { type FederationPlan, type PlanOptions, plannedTerms, splitUsers } from "./plan.js";

/** A survey and its users. */
export interface SurveyPlan extends FederationPlan {
  readonly users: MadeUpUsers;
}

const COLUMNS = [
  { kind: "frequencies", column: "commute", categories: ["bicycle", "car", "train", "on foot"] },
] as const;

/**
 * How the users came to work: examples/survey.json with as many users.
 *
 * @param source decides what they answer; never what they randomize
 */
export function surveyPlan(options: PlanOptions, source: RandomSource): SurveyPlan {
  const { clients, processes } = options;
  const users = makeUpUsers({ columns: COLUMNS, groupBy: null }, clients, source);
  const groups = splitUsers(clients, processes).map(({ first, count }) => ({
    users: count,
    write(folder: string) {
      const lines = users.answers.slice(first, first + count).map((each) => `${JSON.stringify(each)}\n`);
      writeFileSync(join(folder, "answers.jsonl"), lines.join(""));
      return ["--data", "answers.jsonl"];
    },
  }));
  return {
    users,
    groups,
    complete: (parties, epsilon) =>
      makeStudy({
        title: "How did you come to work this week?",
        purpose: "real",
        columns: COLUMNS,
        groupBy: null,
        localEpsilon: 2,
        dummies: clients,
        budget: { epsilon, delta: 1e-6 },
        ...plannedTerms(options),
        ...parties,
      }),
  };
}
