/**
 * Uploads through two shuffler processes into PostgreSQL, one server and three, beside one process with
 * SQLite and a bare COPY of the same rows: exact counts, throughput, the merged batch, sizes and processor
 * time. It starts the servers itself. `--reports N` says how many (a million).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { openShufflerStore } from "../_internal/stores/open-shuffler-store.js";
import type { OpenShufflerStore } from "../_internal/stores/opened-shuffler-store.js";
import { openPostgres, type PostgresServer } from "../_internal/stores/postgres/postgres-server.js";
import { MADE_ROUND } from "./made-round.js";
import { KEY_BYTES, madeUpload, ROW_BYTES } from "./made-upload.js";
import { startPostgres, type TestPostgres } from "./start-postgres.js";

const { values } = parseArgs({ options: { reports: { type: "string", default: "1000000" } } });
const REPORTS = Number(values.reports);
if (!(Number.isInteger(REPORTS) && REPORTS > 0)) throw new Error("--reports must be an integer from 1 on");
const SERVERS = 3;
const PROCESSES = 2;
const { study: STUDY, number: ROUND } = MADE_ROUND;
/** Of Linux, by which it counts processor time. */
const TICKS_PER_SECOND = 100;

const say = (words: string): void => void process.stderr.write(`${words}\n`);
const perSecond = (ms: number): number => Math.round((1000 * REPORTS) / ms);
const folder = mkdtempSync(join(tmpdir(), "croupier-bench-"));
const servers: TestPostgres[] = [];
try {
  for (let count = 0; count < SERVERS; count++) servers.push(await startPostgres());
  const sqlite = await measured(join(folder, "shuffler.db"), 1, []);
  const one = await onPostgres(1);
  const three = await onPostgres(SERVERS);
  const bareCopy = await copied(await servers[0]!.database("bare"));
  const ratios = (of: Measured) => ({
    toSqlite: of.perSecond / sqlite.perSecond,
    toBareCopy: of.perSecond / bareCopy,
  });
  const measurements = {
    ...{ reports: REPORTS, node: process.version, cores: availableParallelism(), bareCopy, sqlite },
    oneServer: { ...one, ...ratios(one) },
    threeServers: { ...three, ...ratios(three) },
  };
  process.stdout.write(`${JSON.stringify(measurements, null, 2)}\n`);
} finally {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Measured {
  readonly processes: number;
  readonly isExact: boolean;
  readonly perSecond: number;
  readonly mergedPerSecond: number;
  readonly peakMemoryMB: number;
  readonly cpuSeconds: { readonly shufflers: number; readonly merge: number };
  /** Of the database servers together. */
  readonly databases?: { readonly cpuSeconds: number; readonly rowsMB: number; readonly logMB: number };
}

async function onPostgres(count: number): Promise<Measured> {
  const used = servers.slice(0, count);
  const urls: string[] = [];
  for (const server of used) urls.push(await server.database(`bench_${count}`));
  const watched = urls.map((url) => openPostgres(url));
  const measurement = await measured(urls.join(","), PROCESSES, watched);
  for (const server of watched) await server.shut();
  return measurement;
}

/** Sends all uploads to a store from some processes, closes the round, and merges its batch. */
async function measured(
  place: string,
  processes: number,
  watched: readonly PostgresServer[],
): Promise<Measured> {
  say(`${processes} processes, ${watched.length || "no"} database servers: ${REPORTS} reports`);
  const store = await openShufflerStore(place);
  try {
    await store.openRound(MADE_ROUND, { ledger: "bench", after: 0, entries: [] });
    const before = await watchedNow(watched);
    const sent = await sendAll(place, processes);
    const between = await watchedNow(watched);
    await store.close(STUDY, ROUND);
    const merged = await merge(store);
    const after = await watchedNow(watched);
    const { reports } = (await store.rounds(STUDY))[0]!;
    const isExact = sent.accepted === REPORTS && reports === REPORTS && merged.isWhole;
    return {
      ...{ processes, isExact, perSecond: perSecond(sent.ms), mergedPerSecond: perSecond(merged.ms) },
      peakMemoryMB: merged.peakMemoryMB,
      cpuSeconds: { shufflers: sent.cpuSeconds, merge: merged.cpuSeconds },
      ...(watched.length > 0 && {
        databases: {
          cpuSeconds: after.cpuSeconds - before.cpuSeconds,
          rowsMB: between.megabytes - before.megabytes,
          logMB: between.logMegabytes - before.logMegabytes,
        },
      }),
    };
  } finally {
    await store.shut();
  }
}

/** From the first upload of any process to the last acknowledgement. */
async function sendAll(place: string, processes: number) {
  const file = new URL("./send-uploads.js", import.meta.url).pathname;
  const ended = Array.from({ length: processes }, async (_, which) => {
    const line = [file, place, String(REPORTS), String(processes), String(which)];
    const child = spawn(process.execPath, line, { stdio: ["ignore", "pipe", "inherit"] });
    const [printed, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    if (status !== 0) throw new Error(`a shuffler process ended with ${status}`);
    return JSON.parse(printed) as Readonly<
      Record<"accepted" | "startedAt" | "endedAt" | "cpuSeconds", number>
    >;
  });
  const results = await Promise.all(ended);
  const sum = (name: "accepted" | "cpuSeconds") => results.reduce((all, each) => all + each[name], 0);
  const ms =
    Math.max(...results.map(({ endedAt }) => endedAt)) -
    Math.min(...results.map(({ startedAt }) => startedAt));
  return { ms, accepted: sum("accepted"), cpuSeconds: sum("cpuSeconds") };
}

/** Writes the batch, and looks whether it has all rows in the order of their keys. */
async function merge(store: OpenShufflerStore) {
  const start = performance.now();
  const used = process.cpuUsage();
  let [rows, isOrdered, peak] = [0, true, 0];
  let last = Buffer.alloc(0);
  async function* checked(): AsyncIterable<Uint8Array> {
    for await (const part of store.rows(STUDY, ROUND, 0)) {
      for (let offset = 0; offset < part.length; offset += ROW_BYTES) {
        const key = Buffer.from(part.subarray(offset, offset + KEY_BYTES));
        isOrdered &&= Buffer.compare(last, key) < 0;
        last = key;
        rows += 1;
      }
      peak = Math.max(peak, process.memoryUsage.rss());
      yield part;
    }
  }
  await store.writeBatch(STUDY, ROUND, 0, checked());
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  const isWhole = isOrdered && rows === REPORTS;
  return { ms, isWhole, peakMemoryMB: Math.round(peak / 1e6), cpuSeconds: (user + system) / 1e6 };
}

/** What the servers have used and hold, all together. */
async function watchedNow(watched: readonly PostgresServer[]) {
  const all = { cpuSeconds: 0, megabytes: 0, logMegabytes: 0 };
  for (const server of watched) {
    const [row] = await server.query(
      `SELECT pg_database_size(current_database()) AS bytes, pg_current_wal_lsn() - '0/0'::pg_lsn AS log,
         (SELECT array_agg(pid) FROM pg_stat_activity) AS processes`,
    );
    all.megabytes += Number(row!.bytes) / 1e6;
    all.logMegabytes += Number(row!.log) / 1e6;
    all.cpuSeconds += cpuOfServer(row!.processes as readonly number[]);
  }
  return all;
}

/** Processor seconds of a server so far: of its processes, and of those that have ended. */
function cpuOfServer(processes: readonly number[]): number {
  const stats = processes.map(statOf);
  const parent = statOf(stats[0]!.parent);
  return stats.reduce((sum, { own }) => sum + own, parent.own + parent.ofEnded) / TICKS_PER_SECOND;
}

function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, ofEnded: fields[13]! + fields[14]! };
}

/** The same rows, sent to a server as one file. @returns rows per second */
async function copied(url: string): Promise<number> {
  const file = join(tmpdir(), `croupier-rows-${process.pid}`);
  const hex = (bytes: Uint8Array): string => `\\\\x${Buffer.from(bytes).toString("hex")}`;
  const written = createWriteStream(file);
  for (let number = 0; number < REPORTS; number++) {
    const [row] = madeUpload(number).rows;
    if (!written.write(`${hex(row!.key)}\t${hex(row!.bytes)}\n`)) await once(written, "drain");
  }
  written.end();
  await once(written, "finish");
  const server = openPostgres(url);
  await server.query("CREATE TABLE bare (key bytea PRIMARY KEY, bytes bytea NOT NULL)");
  const start = performance.now();
  await server.query(`COPY bare FROM '${file}'`);
  const ms = performance.now() - start;
  await server.shut();
  rmSync(file);
  return perSecond(ms);
}
