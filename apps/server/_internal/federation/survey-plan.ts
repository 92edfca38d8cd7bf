import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RandomSource } from "../../../../src/random/index.js";
import { type MadeUpUsers, makeUpUsers } from "../clients/made-up-answers.js";
import { type FederationPlan, groupSizes } from "./plan.js";

/** How many take part, and how long they have. */
export interface PlanOptions {
  readonly clients: number;
  /** Processes that the clients are spread over. */
  readonly processes: number;
  readonly rounds: number;
  readonly windowSeconds: number;
  /** Whose ledger is charged: another one in each run. */
  readonly population: string;
}

/** A survey and its users. */
export interface SurveyPlan extends FederationPlan {
  readonly users: MadeUpUsers;
}

/** Of the users that the floor asks for, and of the reports that the figures credit. */
const SHARE = 0.9;

/**
 * How the users came to work: examples/survey.json with as many users.
 *
 * @param source decides what they answer; never what they randomize
 */
export function surveyPlan(options: PlanOptions, source: RandomSource): SurveyPlan {
  const { clients, processes, rounds, windowSeconds, population } = options;
  const columns = [
    {
      kind: "frequencies",
      column: "commute",
      categories: ["bicycle", "car", "train", "on foot"],
    },
  ] as const;
  const users = makeUpUsers({ columns, groupBy: null }, clients, source);
  let first = 0;
  const groups = groupSizes(clients, processes).map((count) => {
    const answers = users.answers.slice(first, first + count);
    first += count;
    return {
      users: count,
      write(folder: string) {
        writeFileSync(
          join(folder, "answers.jsonl"),
          answers.map((each) => `${JSON.stringify(each)}\n`).join(""),
        );
        return "answers.jsonl";
      },
    };
  });
  return {
    users,
    groups,
    draft: {
      title: "How did you come to work this week?",
      purpose: "real",
      task: "survey",
      columns,
      groupBy: null,
      localEpsilon: 2,
      dummies: clients,
      admission: "credentials",
      rounds,
      floor: Math.ceil(SHARE * clients),
      cap: clients,
      honestShare: SHARE,
      adjacency: "replace-one",
      budget: { epsilon: 1, delta: 1e-6 },
      windowSeconds,
      delaySeconds: 1,
      retentionDays: 1,
      population,
    },
  };
}
