import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DpError } from "../../../../src/errors.js";
import { JOINED } from "../clients/bring-users.js";

/** A party of the federation: a process of its own. */
export interface PartyOptions {
  /** Also of its log. */
  readonly name: string;
  /** Where it keeps what it keeps. */
  readonly folder: string;
  /** The command line after `croupier-server`. */
  readonly args: readonly string[];
  /** Folder of the logs. */
  readonly logs: string;
  /** Of the records by which programs of one user find each other. */
  readonly state: string;
}

/** Its process, or the one that took its place. */
export interface Party {
  readonly name: string;
  /** Resolves when it has ended with 0; rejects when it ended otherwise. */
  readonly ended: Promise<void>;
  /** Resolves when its users have joined. */
  readonly joined: Promise<void>;
  /** `kill -9`, as by a power failure; it is started again. @returns whether it ran, once it is gone */
  kill(): Promise<boolean>;
  /** Ends it, in good order if it can. */
  stop(): Promise<void>;
}

/** How long a process may take to end in good order. */
const GRACE_MS = 5_000;
/** A process that is killed more often than this is not started again: the machine has too little memory. */
const MAX_STARTS = 200;

/** Parties that run: where this process ends at once, they do. */
const running = new Set<Party>();
process.once("exit", () => {
  for (const party of running) void party.kill();
});

/** Starts a party; where it is killed, by us or by the system, it is started again. */
export function startParty(options: PartyOptions): Party {
  const party = new PartyProcess(options);
  party.start();
  return party;
}

class PartyProcess implements Party {
  readonly name: string;
  readonly ended: Promise<void>;
  readonly joined: Promise<void>;
  readonly #options: PartyOptions;
  #child: ChildProcess | undefined;
  #starts = 0;
  #isStopping = false;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  #hasJoined: () => void = () => {};

  constructor(options: PartyOptions) {
    this.name = options.name;
    this.#options = options;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.ended.catch(() => {});
    this.joined = new Promise((resolve) => {
      this.#hasJoined = resolve;
    });
    running.add(this);
  }

  start(): void {
    const { args, folder, state } = this.#options;
    const log = openSync(this.#logPath(), "a");
    this.#starts += 1;
    const child = spawn(process.execPath, [process.argv[1]!, ...args], {
      cwd: folder,
      env: { ...process.env, XDG_STATE_HOME: state },
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
    this.#child = child;
    child.on("message", (message) => {
      if (message === JOINED) this.#hasJoined();
    });
    child.once("error", (error) => this.#end(() => this.#reject(error)));
    child.once("exit", (status, signal) => this.#over(status, signal));
  }

  async kill(): Promise<boolean> {
    const child = this.#child;
    if (child === undefined) return false;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    return child.signalCode === "SIGKILL";
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child?.kill("SIGTERM");
    const grace = new AbortController();
    const late = sleep(GRACE_MS, undefined, { signal: grace.signal }).then(
      () => void this.kill(),
      () => {},
    );
    await this.ended.catch(() => {});
    grace.abort();
    await late;
  }

  #over(status: number | null, signal: NodeJS.Signals | null): void {
    if (status === 0 || this.#isStopping) this.#end(this.#resolve);
    else if (signal === "SIGKILL" && this.#starts < MAX_STARTS) this.start();
    else this.#end(() => this.#reject(died(this.name, status ?? signal, this.#lastLine())));
  }

  #end(settle: () => void): void {
    running.delete(this);
    this.#child = undefined;
    settle();
  }

  #logPath(): string {
    return join(this.#options.logs, `${this.name}.log`);
  }

  #lastLine(): string {
    return readFileSync(this.#logPath(), "utf8").trim().split("\n").at(-1) ?? "";
  }
}

function died(name: string, value: number | string | null, line: string): DpError {
  const message = `federation: ${name} ended with ${value}: ${line}`;
  return new DpError("WORKER_DIED", message, { parameter: name, value });
}
