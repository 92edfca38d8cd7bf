import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DpError } from "../../../../src/errors.js";
import type { RoundResult } from "../../../../src/federated/messages/documents.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import { secureSource } from "../../../../src/random/index.js";
import { counted } from "../../../shared/words/counted.js";
import type { Say } from "../../../shared/words/say.js";
import { poll } from "../clients/poll.js";
import { untilAborted } from "../clients/until-aborted.js";
import { enrol } from "../doors/enrol.js";
import { readToken } from "../doors/read-token.js";
import type { FederationFolder } from "./federation-folder.js";
import { foundStudy } from "./found-study.js";
import { freePorts } from "./free-ports.js";
import { type Kills, killParties } from "./kill-parties.js";
import type { FederationPlan } from "./plan.js";
import { readResult } from "./read-result.js";
import { type Party, startParty } from "./start-party.js";

/** How a plan is played. */
export interface FederationRun {
  readonly plan: FederationPlan;
  readonly folder: FederationFolder;
  /** The shuffler's store; in its folder by default. */
  readonly store: string | undefined;
  /** How often a party is killed in the middle. */
  readonly kills: number;
  /** About how long a round takes. */
  readonly roundSeconds: number;
  readonly signal: AbortSignal;
  readonly say: Say;
}

/** What came of it. */
export interface FederationOutcome {
  readonly opened: OpenedStudy;
  /** Of each round, verified. */
  readonly results: readonly RoundResult[];
  readonly kills: Kills;
  /** From the first process to the last result. */
  readonly seconds: number;
}

/**
 * Starts a shuffler, an analyzer and the users' clients, each as a process, lets them play all rounds of a
 * study over HTTP, and ends them.
 *
 * @throws DpError WORKER_DIED a process ended before its time; REFUSED a round was cancelled
 */
export async function runFederation(run: FederationRun): Promise<FederationOutcome> {
  const parties: Party[] = [];
  try {
    return await new Federation(run, parties).play();
  } finally {
    await Promise.all(parties.map((party) => party.stop()));
  }
}

const HEALTH_MS = 100;

class Federation {
  readonly #run: FederationRun;
  readonly #parties: Party[];
  #url = "";
  #privateUrl = "";

  constructor(run: FederationRun, parties: Party[]) {
    this.#run = run;
    this.#parties = parties;
  }

  async play(): Promise<FederationOutcome> {
    const { plan, folder, say, kills, roundSeconds, signal } = this.#run;
    const start = performance.now();
    const port = await freePorts();
    this.#url = `http://127.0.0.1:${port}`;
    this.#privateUrl = `http://127.0.0.1:${port + 1}`;
    say("accounting all rounds; signing the study");
    const opened = await foundStudy(plan, this.#url, folder);
    say("starting the shuffler");
    const shuffler = await this.#shuffler(port);
    await this.#enrol(opened);
    say("starting the clients: the users join");
    const clients = this.#clients(opened);
    await this.#during(Promise.all(clients.map(({ joined }) => joined)));
    say("starting the analyzer");
    const analyzer = await this.#analyzer();
    const end = new AbortController();
    const hurry = new AbortController();
    const killing = killParties([shuffler, analyzer, ...clients], {
      kills,
      withinMs: Math.ceil((1000 * roundSeconds * opened.study.rounds) / Math.max(1, kills)),
      source: secureSource(),
      hurry: hurry.signal,
      signal: AbortSignal.any([signal, end.signal]),
    });
    killing.catch(() => {});
    try {
      await this.#during(this.#rounds(opened));
      const seconds = (performance.now() - start) / 1000;
      hurry.abort();
      const killed = await this.#during(killing);
      // Read after the last kill: what was published stays published.
      return { opened, results: await this.#during(this.#results(opened)), kills: killed, seconds };
    } finally {
      end.abort();
    }
  }

  async #shuffler(port: number): Promise<Party> {
    const { store = "sqlite:shuffler.db" } = this.#run;
    const party = this.#party("shuffler", "shuffler", [
      ...["--key", "shuffler.key", "--token", "token", "--port", String(port), "--store", store],
    ]);
    await this.#healthy(this.#url);
    return party;
  }

  async #analyzer(): Promise<Party> {
    const { folder } = this.#run;
    const port = await freePorts();
    const token = join(folder.of("shuffler"), "token");
    const party = this.#party("analyzer", "analyzer", [
      ...["--key", "analyzer.key", "--token", token, "--shuffler", this.#privateUrl],
      ...["--store", "sqlite:analyzer.db", "--port", String(port)],
    ]);
    await this.#healthy(`http://127.0.0.1:${port}`);
    return party;
  }

  /** Credentials and data, to each group's folder. */
  async #enrol({ id, study }: OpenedStudy): Promise<void> {
    const { plan, folder, say } = this.#run;
    if (study.admission === "open") return;
    const users = plan.groups.reduce((sum, group) => sum + group.users, 0);
    say(`enrolling ${counted(users, "user")}`);
    const token = readToken(join(folder.of("shuffler"), "token"), false);
    const credentials = await this.#during(enrol({ url: this.#privateUrl, token }, id, users));
    let first = 0;
    for (const [index, group] of plan.groups.entries()) {
      const own = credentials.slice(first, first + group.users);
      writeFileSync(join(folder.of(groupName(index)), "credentials.txt"), `${own.join("\n")}\n`, {
        mode: 0o600,
      });
      first += group.users;
    }
  }

  #clients({ study }: OpenedStudy): readonly Party[] {
    const { plan, folder } = this.#run;
    const { budget, localEpsilon, rounds, admission, purpose } = study;
    return plan.groups.map((group, index) => {
      const name = groupName(index);
      return this.#party(name, "client", [
        ...["--url", this.#url, ...group.write(folder.of(name)), "--state", "users.db"],
        ...(admission === "open" ? [] : ["--credentials", "credentials.txt"]),
        ...["--last-round", String(rounds), "--max-epsilon", String(budget.epsilon)],
        ...["--max-local-epsilon", String(localEpsilon * rounds)],
        ...(purpose === "test" ? ["--allow-tests"] : []),
      ]);
    });
  }

  /** A process whose end is looked at while anything is waited for. */
  #party(name: string, command: string, args: readonly string[]): Party {
    const { folder } = this.#run;
    const isServer = command !== "client";
    const party = startParty({
      name,
      folder: folder.of(name),
      args: [command, ...(isServer ? ["--study", folder.study] : []), ...args],
      logs: folder.of("logs"),
      state: folder.of("state"),
    });
    this.#parties.push(party);
    return party;
  }

  async #rounds(opened: OpenedStudy): Promise<void> {
    const { rounds } = opened.study;
    for (let round = 1; round <= rounds; round++) {
      this.#run.say(
        `round ${round} of ${rounds}: the users' clients take part, then the analyzer opens the batch`,
      );
      await this.#result(opened, round);
    }
  }

  async #results(opened: OpenedStudy): Promise<readonly RoundResult[]> {
    const results: RoundResult[] = [];
    for (let round = 1; round <= opened.study.rounds; round++)
      results.push(await this.#result(opened, round));
    return results;
  }

  /** Waits for it. */
  #result(opened: OpenedStudy, round: number): Promise<RoundResult> {
    const { signal } = this.#run;
    return poll(() => readResult(this.#url, opened, round, signal), signal);
  }

  async #healthy(url: string): Promise<void> {
    const { signal } = this.#run;
    const answers = async (): Promise<void> => {
      while (!signal.aborted && !(await fetch(`${url}/healthz`).catch(() => undefined))?.ok)
        await sleep(HEALTH_MS);
    };
    await this.#during(answers());
  }

  /** Waits, unless a process dies, a server ends or the work is interrupted. */
  async #during<Result>(work: Promise<Result>): Promise<Result> {
    const deaths = this.#parties.map((party) =>
      party.ended.then(() =>
        isServer(party.name) ? Promise.reject(left(party.name)) : new Promise<never>(() => {}),
      ),
    );
    return untilAborted(Promise.race([work, ...deaths]), this.#run.signal);
  }
}

const isServer = (name: string): boolean => !name.startsWith("clients");

function groupName(index: number): string {
  return `clients-${index + 1}`;
}

function left(name: string): DpError {
  const message = `federation: ${name} must run to the end, ended before; --keep DIR keeps its log`;
  return new DpError("WORKER_DIED", message, { parameter: name });
}
