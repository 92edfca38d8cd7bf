/**
 * Idle connections: how a server answers beside them, and when they are closed. Half of them send nothing,
 * half the beginning of a request. Argument: how many; the limit of open files must be above it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const CONNECTIONS = Number(process.argv[2] ?? 10_000);
const REQUESTS = 200;
const AT_ONCE = 200;
const PORT = 18_431;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
const ROOT = new URL("../../../../", import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), "croupier-idle-"));
const server = spawn(
  process.execPath,
  [
    join(ROOT, "apps/server/bin/croupier-server.js"),
    ...[
      "serve",
      "--study",
      join(ROOT, "examples/survey.json"),
      "--store",
      `sqlite:${join(folder, "idle.db")}`,
    ],
    ...["--port", String(PORT), "--log-level", "silent"],
  ],
  { env: { ...process.env, XDG_STATE_HOME: folder }, stdio: "ignore" },
);

try {
  await answering(server);
  const alone = await waits();
  const start = performance.now();
  let closed = 0;
  let last = 0;
  const sockets: Socket[] = [];
  for (let opened = 0; opened < CONNECTIONS; opened += AT_ONCE)
    sockets.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => open(index % 2 === 1)))),
    );
  for (const socket of sockets)
    socket.on("close", () => {
      closed += 1;
      last = performance.now();
    });
  const openMs = performance.now() - start;
  const openThen = sockets.filter(({ destroyed }) => !destroyed).length;
  const beside = await waits();
  for (let waited = 0; closed < sockets.length && waited < 120_000; waited += 100) await sleep(100);
  const after = await waits();
  const seconds = (ms: number): number => Math.round(ms / 100) / 10;
  const figures = { alone, beside, after };
  process.stdout.write(
    `${JSON.stringify({ connections: sockets.length, node: process.version, openSeconds: seconds(openMs), openWhenAsked: openThen, closed, closedAfterSeconds: seconds(last - start), answerMs: figures }, null, 2)}\n`,
  );
} finally {
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

async function answering(child: ChildProcess): Promise<void> {
  while (!(await fetch(`${URL_OF_SERVER}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await sleep(100);
  }
}

function open(isSlow: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(PORT, "127.0.0.1", () => {
      socket.off("error", reject);
      socket.on("error", () => undefined);
      socket.resume();
      if (isSlow) socket.write("POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Le");
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** Median and longest wait of some requests, one after another, ms. */
async function waits(): Promise<{ readonly median: number; readonly longest: number }> {
  const all: number[] = [];
  for (let request = 0; request < REQUESTS; request++) {
    const start = performance.now();
    const answer = await fetch(`${URL_OF_SERVER}/v1/studies`);
    await answer.text();
    if (!answer.ok) throw new Error(String(answer.status));
    all.push(performance.now() - start);
  }
  all.sort((a, b) => a - b);
  const rounded = (ms: number): number => Math.round(100 * ms) / 100;
  return { median: rounded(all[REQUESTS / 2]!), longest: rounded(all.at(-1)!) };
}
