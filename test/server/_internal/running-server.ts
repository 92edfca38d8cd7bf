import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The built command. */
export const COMMAND: string = join(import.meta.dirname, "../../../apps/server/bin/croupier-server.js");

/** What a program printed and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of its own, where programs keep their state. */
export interface Workplace {
  readonly folder: string;
  file(name: string): string;
  /** Runs a command to its end. */
  run(...args: readonly string[]): Promise<Ended>;
  /** Starts a server, and waits until it answers. */
  serve(port: number, ...args: readonly string[]): Promise<RunningServer>;
  /** Starts a server; does not wait. */
  launch(port: number, ...args: readonly string[]): RunningServer;
  remove(): void;
}

/** A server's process. */
export interface RunningServer {
  readonly url: string;
  readonly privateUrl: string;
  readonly process: ChildProcess;
  /** Resolves when it answers; rejects when it ends before. */
  answers(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<Ended>;
}

export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "croupier-server-"));
  const start = (args: readonly string[]) => started(folder, args);
  const launch = (port: number, ...args: readonly string[]): RunningServer => {
    const { child, ended } = start([...args, "--port", String(port)]);
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      privateUrl: `http://127.0.0.1:${port + 1}`,
      process: child,
      answers: () => answering(url, ended),
      end(signal: NodeJS.Signals) {
        child.kill(signal);
        return ended;
      },
    };
  };
  return {
    folder,
    file: (name) => join(folder, name),
    run: (...args) => start(args).ended,
    launch,
    async serve(port, ...args) {
      const server = launch(port, ...args);
      await server.answers();
      return server;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function started(folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: { ...process.env, XDG_STATE_HOME: join(folder, "state") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (part: Buffer) => {
      text[name] += part;
    });
  const ended = once(child, "close").then(([status]): Ended => ({ status, ...text }));
  return { child, ended };
}

async function answering(url: string, ended: Promise<Ended>): Promise<void> {
  let end: Ended | undefined;
  void ended.then((result) => {
    end = result;
  });
  for (;;) {
    if (end !== undefined) throw new Error(`the server ended with ${end.status}: ${end.stderr}`);
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
}

/** A draft whose reports are the truth, so that counts are exact; written into a file. */
export function exactDraft(place: Workplace, more: object = {}): string {
  const draft = {
    title: "Which?",
    purpose: "test",
    task: "survey",
    columns: [{ kind: "frequencies", column: "which", categories: ["first", "second", "third"] }],
    groupBy: null,
    localEpsilon: 30,
    dummies: 0,
    admission: "credentials",
    rounds: 3,
    floor: 1,
    cap: 10_000,
    honestShare: 1,
    adjacency: "replace-one",
    budget: { epsilon: 100, delta: 1e-6 },
    windowSeconds: 8,
    delaySeconds: 0,
    retentionDays: 1,
    population: "tests",
    ...more,
  };
  const path = place.file("study.json");
  writeFileSync(path, JSON.stringify(draft));
  return path;
}
