import { existsSync } from "node:fs";
import type { ClientOptions } from "../../../../src/federated/client/open-client.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import type { Study } from "../../../../src/federated/study/study.js";
import { counted } from "../../../shared/words/counted.js";
import type { Say } from "../../../shared/words/say.js";
import { openSqliteUsersStore } from "../stores/open-sqlite-users-store.js";
import { type BroughtRound, bringUsers } from "./bring-users.js";
import { credentialsFor } from "./credentials-for.js";
import { poll } from "./poll.js";
import { servedStudy } from "./served-study.js";
import { surveyData } from "./survey-data.js";
import { trainingData } from "./training-data.js";
import type { UserData, UserRange } from "./user-data.js";

/** Many users of one process: their data, and where their clients keep their states. */
export interface UsersFiles {
  readonly url: string;
  /** Id; the only one that is served, where it is left out. */
  readonly study?: string;
  readonly data: string;
  readonly range: UserRange;
  readonly state: string;
  readonly credentials?: string;
  readonly lastRound?: number;
  readonly options: Pick<ClientOptions, "limits" | "allowTests">;
}

/** What became of their reports. */
export interface BroughtReport {
  readonly study: string;
  readonly title: string;
  readonly users: number;
  readonly rounds: readonly BroughtRound[];
}

/** Lets the users of a file or folder take part in rounds of a study. */
export async function bringFromFile(
  files: UsersFiles,
  signal: AbortSignal,
  say: Say,
): Promise<BroughtReport> {
  const { url, options, lastRound, state } = files;
  // Users who were here before wait for a server that is away; a wrong URL is told at once.
  const isKnown = existsSync(state);
  const served = (): Promise<OpenedStudy> => servedStudy(url, files.study);
  const opened = await (isKnown ? poll(served, signal) : served());
  const { id, study } = opened;
  const data = await dataOf(study, files);
  const store = openSqliteUsersStore(state);
  try {
    const rounds = await bringUsers({
      ...{ url, opened, data, options, lastRound, say, signal },
      stateOf: store.of,
      credentials: () => credentialsFor(data.count, opened, files),
    });
    return { study: id, title: study.title, users: data.count, rounds };
  } finally {
    store.shut();
  }
}

function dataOf(study: Study, { data, range }: UsersFiles): UserData | Promise<UserData> {
  switch (study.task) {
    case "survey":
      return surveyData(study, data, range);
    case "training":
      return trainingData(study, data, range);
  }
}

/** For a person. */
export function broughtText({ study, title, users, rounds }: BroughtReport): string {
  const lines = rounds.map(({ round, outcomes }) => {
    const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
    return `round ${round}: ${counts.join(", ")}`;
  });
  return [`${title} (study ${study}): ${counted(users, "user")} joined`, ...lines].join("\n");
}
