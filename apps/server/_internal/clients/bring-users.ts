import { DpError } from "../../../../src/errors.js";
import type { Client, Participation } from "../../../../src/federated/client/client.js";
import { readState } from "../../../../src/federated/client/client-state.js";
import type { ClientStore } from "../../../../src/federated/client/client-store.js";
import { type ClientOptions, openClient } from "../../../../src/federated/client/open-client.js";
import { fromHex } from "../../../../src/federated/messages/hex.js";
import { uploadBytes } from "../../../../src/federated/messages/report-bytes.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { RoundDocuments } from "../../../../src/federated/shuffler/round-documents.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import type { Say } from "../../../shared/words/say.js";
import { poll } from "./poll.js";
import { getJson } from "./served-study.js";
import { type SharedSender, sharedSender } from "./shared-sender.js";
import { untilAborted } from "./until-aborted.js";
import type { UserData } from "./user-data.js";
import { verifyOnce } from "./verify-once.js";

/** Users whom one process brings, each a client of its own. */
export interface BroughtUsers {
  readonly url: string;
  readonly opened: OpenedStudy;
  readonly data: UserData;
  /** What the client of a user, numbered from 0, keeps. */
  stateOf(user: number): ClientStore;
  /** What each client is opened with besides. */
  readonly options: Pick<ClientOptions, "limits" | "allowTests">;
  /** One for each user, where the study asks for them; called where a user has not joined yet. */
  credentials(): Promise<readonly string[] | undefined>;
  /** The round after which it ends; left out, one round, whichever is open next. */
  readonly lastRound: number | undefined;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/** What is sent to a process that started this one, over the channel that it opened, when all have joined. */
export const JOINED = "joined";

/** What became of the users' reports in a round: how many by outcome. */
export interface BroughtRound {
  readonly round: number;
  readonly outcomes: Readonly<Partial<Record<Participation["outcome"], number>>>;
}

/**
 * Lets users take part in rounds. Killed and started again, it goes on with what each user's client kept: a
 * report that was made is sent with the same bytes, and no user takes part in a round twice.
 *
 * @throws DpError as `Client`
 */
export async function bringUsers(users: BroughtUsers): Promise<readonly BroughtRound[]> {
  const run = new Bringing(users);
  try {
    await run.join();
    // Whoever started this process may wait for it.
    process.send?.(JOINED);
    return await run.rounds();
  } finally {
    run.shut();
  }
}

/** Uploads that wait or are sent at once, each of which is held some times over. */
const UPLOADS_BYTES = 2 ** 25;

class Bringing {
  readonly #users: BroughtUsers;
  readonly #clients: readonly Client[];
  #sender: SharedSender = sharedSender();
  /** Keeps the process while clients wait, whose timers do not: an interruption ends it at once. */
  readonly #alive: NodeJS.Timeout = setInterval(() => {}, 60_000);

  constructor(users: BroughtUsers) {
    this.#users = users;
    const { data, options, stateOf } = users;
    const common = {
      ...options,
      crypto: verifyOnce(nodeCrypto()),
      send: (request: Request) => this.#sender.send(request),
      wait: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref()),
    };
    this.#clients = Array.from({ length: data.count }, (_, user) =>
      openClient({ ...common, ...data.optionsOf(user), store: stateOf(user) }),
    );
  }

  /** Those who have joined keep their credential. */
  async join(): Promise<void> {
    const { url, opened, stateOf, credentials } = this.#users;
    const states = await Promise.all(this.#clients.map((_, user) => readState(stateOf(user))));
    const isNew = states.map(({ studies }) => !Object.hasOwn(studies, opened.id));
    if (!isNew.includes(true)) return;
    const given = await credentials();
    await this.#each("joined", async (client, user) => {
      if (!isNew[user]) return;
      const credential = given?.[user];
      await client.join({
        url,
        study: opened.id,
        ...(credential !== undefined && { credential: fromHex("credential", credential, 32) }),
      });
    });
  }

  async rounds(): Promise<readonly BroughtRound[]> {
    const { opened, data, lastRound, signal } = this.#users;
    const rounds: BroughtRound[] = [];
    for (;;) {
      const round = await this.#nextRound(rounds.at(-1)?.round ?? 0);
      if (round === undefined) break;
      // What was fetched of the round before is not taken for this one's.
      this.#sender.shut();
      this.#sender = sharedSender();
      const outcomes: Record<string, number> = {};
      await this.#each(`took part in round ${round}`, async (client, user) => {
        const { outcome } = await poll(() => client.takePart(opened.id, data.inputOf(user)), signal);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      });
      rounds.push({ round, outcomes });
      if (lastRound === undefined || round >= lastRound) break;
    }
    return rounds;
  }

  shut(): void {
    clearInterval(this.#alive);
    this.#sender.shut();
  }

  /** The open round, or the next; undefined where the last one that was wanted is over. */
  async #nextRound(before: number): Promise<number | undefined> {
    const { url, opened, lastRound, say, signal } = this.#users;
    const path = `${url}/v1/studies/${opened.id}/rounds`;
    say("waiting for a round to open");
    const found = await poll(async () => {
      const open = await roundAt(`${path}/current`, signal);
      if (open !== undefined && open.round > before) return open.round;
      const last = lastRound === undefined ? undefined : await roundAt(`${path}/${lastRound}`, signal);
      return last === undefined || last.state === "collecting" ? undefined : "over";
    }, signal);
    return found === "over" ? undefined : found;
  }

  async #each(words: string, work: (client: Client, user: number) => Promise<void>): Promise<void> {
    const { opened, say, signal } = this.#users;
    const { study } = opened;
    const bytes = uploadBytes({ hasCredential: study.admission === "credentials", slots: study.slots });
    const waiting = this.#clients.entries();
    let done = 0;
    const next = async (): Promise<void> => {
      for (const [user, client] of waiting) {
        await work(client, user);
        done += 1;
        say(`${done} of ${this.#clients.length} users ${words}`);
      }
    };
    const atOnce = Math.min(this.#clients.length, Math.ceil(UPLOADS_BYTES / bytes));
    await untilAborted(Promise.all(Array.from({ length: atOnce }, next)), signal);
  }
}

/** Undefined where there is no such round. */
async function roundAt(url: string, signal: AbortSignal) {
  const documents = (await getJson(url, signal).catch(orNone)) as RoundDocuments | undefined;
  if (documents === undefined) return undefined;
  const { round } = JSON.parse(documents.announcement.payload) as { readonly round: number };
  return { round, state: documents.state };
}

function orNone(error: unknown): undefined {
  if (error instanceof DpError && error.code === "NOT_FOUND") return undefined;
  throw error;
}
