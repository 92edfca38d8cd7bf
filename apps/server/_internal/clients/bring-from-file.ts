import { existsSync } from "node:fs";
import type { ClientOptions } from "../../../../src/federated/client/open-client.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import type { Say } from "../../../shared/words/say.js";
import { openSqliteUsersStore } from "../stores/open-sqlite-users-store.js";
import { type BroughtRound, bringUsers } from "./bring-users.js";
import { credentialsFor } from "./credentials-for.js";
import { poll } from "./poll.js";
import { readAnswers } from "./read-answers.js";
import { servedStudy } from "./served-study.js";

/** Many users of one process: what they answer, and where their clients keep their states. */
export interface UsersFiles {
  readonly url: string;
  /** Id; the only one that is served, where it is left out. */
  readonly study?: string;
  readonly data: string;
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

/** Lets the users of a file take part in rounds of a survey. */
export async function bringFromFile(
  files: UsersFiles,
  signal: AbortSignal,
  say: Say,
): Promise<BroughtReport> {
  const { url, options, lastRound } = files;
  // Users who were here before wait for a server that is away; a wrong URL is told at once.
  const isKnown = existsSync(files.state);
  const served = (): Promise<OpenedStudy> => servedStudy(url, files.study);
  const opened = await (isKnown ? poll(served, signal) : served());
  const { id, study } = opened;
  const answers = readAnswers(study, files.data);
  const store = openSqliteUsersStore(files.state);
  try {
    const rounds = await bringUsers({
      ...{ url, opened, options, lastRound, say, signal },
      count: answers.length,
      stateOf: store.of,
      takePart: (client, user) => client.takePart(id, answers[user]!),
      credentials: () => credentialsFor(answers.length, opened, files),
    });
    return { study: id, title: study.title, users: answers.length, rounds };
  } finally {
    store.shut();
  }
}

/** For a person. */
export function broughtText({ study, title, users, rounds }: BroughtReport): string {
  const lines = rounds.map(({ round, outcomes }) => {
    const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
    return `round ${round}: ${counts.join(", ")}`;
  });
  return [`${title} (study ${study}): ${users} users joined`, ...lines].join("\n");
}
