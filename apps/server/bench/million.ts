/**
 * A million reports with local epsilon 30 through shuffler and analyzer on SQLite: exact counts, throughput,
 * the wait for an acknowledgement, peak memory, and ratios to a bare insert loop and to opening alone.
 * Reports are sealed by another process, as clients would. Argument: how many.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { FrequencyColumnEstimates } from "../../../src/analytics/index.js";
import { openAnalyzer } from "../../../src/federated/analyzer/open-analyzer.js";
import { shufflerDoor } from "../../../src/federated/analyzer/shuffler-door.js";
import type { Announcement } from "../../../src/federated/messages/documents.js";
import { toHex } from "../../../src/federated/messages/hex.js";
import { uploadBytes } from "../../../src/federated/messages/report-bytes.js";
import { documentId, signDocument } from "../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../src/federated/node/index.js";
import { openShuffler } from "../../../src/federated/shuffler/open-shuffler.js";
import { makeStudy } from "../../../src/federated/study/make-study.js";
import { surveyResultOf } from "../_internal/clients/survey-of.js";
import { openSqliteAnalyzerStore } from "../_internal/stores/open-sqlite-analyzer-store.js";
import { openSqliteShufflerStore } from "../_internal/stores/open-sqlite-shuffler-store.js";
import { openCryptoPool } from "../_internal/threads/crypto-pool.js";
import { bareInserts } from "./bare-inserts.js";

const REPORTS = Number(process.argv[2] ?? 1_000_000);
/** Uploads that wait for their acknowledgement at once. */
const AT_ONCE = 1000;
const CATEGORIES = ["a", "b", "c", "d"];
const TOKEN = "token";

const say = (words: string): void => void process.stdout.write(`${words}\n`);
const perSecond = (count: number, ms: number): number => Math.round((1000 * count) / ms);
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);

const folder = mkdtempSync(join(tmpdir(), "croupier-million-"));
const crypto = nodeCrypto();
const keys = {
  owner: await crypto.signatures.generateKeyPair(),
  shuffler: await crypto.signatures.generateKeyPair(),
  analyzer: await crypto.signatures.generateKeyPair(),
};
const study = makeStudy({
  title: "A million reports",
  purpose: "test",
  columns: [{ kind: "frequencies", column: "answer", categories: CATEGORIES }],
  groupBy: null,
  localEpsilon: 30,
  dummies: 0,
  admission: "open",
  rounds: 1,
  floor: 1,
  cap: 1e9,
  honestShare: 1,
  adjacency: "replace-one",
  budget: { epsilon: 1000, delta: 1e-6 },
  windowSeconds: 86_400,
  delaySeconds: 0,
  retentionDays: 1,
  population: "bench",
  owner: { publicKey: toHex(keys.owner.publicKey) },
  shuffler: { url: "http://localhost", publicKey: toHex(keys.shuffler.publicKey) },
  analyzer: { publicKey: toHex(keys.analyzer.publicKey) },
});
const signed = await signDocument(crypto, "study", study, keys.owner);
const id = await documentId(crypto, "study", signed.payload);
const pool = openCryptoPool();
const store = await openSqliteShufflerStore(join(folder, "shuffler.db"));
let now = Date.now();
const shuffler = await openShuffler({
  ...{ studies: [signed], keys: keys.shuffler, store, crypto, token: TOKEN },
  now: () => now,
  makeDummies: pool.makeDummies,
});
const ledger = openSqliteAnalyzerStore({ database: join(folder, "ledger.db"), head: join(folder, "head") });
let openedRecords = 0;
let openingMs = 0;
const analyzer = await openAnalyzer({
  ...{ studies: [signed], keys: keys.analyzer, store: ledger, crypto, version: "bench" },
  masters: [{ id: "one", key: crypto.randomBytes(32) }],
  door: shufflerDoor("http://localhost", TOKEN, shuffler.privateHandler),
  async openRecords(order) {
    const start = performance.now();
    const opened = await pool.openRecords(order);
    openingMs += performance.now() - start;
    openedRecords += opened.valid.length;
    return opened;
  },
});

try {
  await analyzer.announce(id);
  const text = (await ledger.document(id, 1, "announcement"))!;
  const { payload } = JSON.parse(text) as { readonly payload: string };
  const { publicKey } = JSON.parse(payload) as Announcement;
  const waits = await intake(await documentId(crypto, "announcement", payload), publicKey);
  now += 86_400_001;
  const freezeStart = performance.now();
  await shuffler.tick();
  const freezeMs = performance.now() - freezeStart;
  const start = performance.now();
  const { result } = await analyzer.advance(id);
  const analysisMs = performance.now() - start;
  clearInterval(watch);
  report(waits, {
    freezeMs,
    analysisMs,
    estimates: surveyResultOf(result!).estimates![0] as FrequencyColumnEstimates,
    invalid: result!.invalid,
  });
} finally {
  clearInterval(watch);
  await pool.shut();
  await store.shut();
  ledger.shut();
  rmSync(folder, { recursive: true });
}

interface Intake {
  readonly ms: number;
  /** Of each upload's acknowledgement, ms. */
  readonly waits: Float64Array;
}

/** Sends what the other process seals through the public door. */
async function intake(announcementId: string, publicKey: string): Promise<Intake> {
  const file = join(folder, "study.json");
  writeFileSync(file, JSON.stringify(study));
  const waits = new Float64Array(REPORTS);
  const running = new Set<Promise<void>>();
  const length = uploadBytes({ hasCredential: false, slots: study.slots });
  const start = performance.now();
  let sent = 0;
  const sealer = spawn(process.execPath, [
    new URL("./seal-uploads.js", import.meta.url).pathname,
    ...[file, announcementId, publicKey, String(REPORTS), "0"],
  ]);
  let rest = Buffer.alloc(0);
  for await (const part of sealer.stdout) {
    rest = Buffer.concat([rest, part as Buffer]);
    while (rest.length >= length) {
      const upload = new Uint8Array(rest.subarray(0, length));
      rest = rest.subarray(length);
      const index = sent++;
      const task: Promise<void> = send(upload, index, waits).finally(() => running.delete(task));
      running.add(task);
      if (running.size >= AT_ONCE) await Promise.race(running);
      if (sent % 100_000 === 0) say(`${sent} reports sent`);
    }
  }
  await Promise.all(running);
  return { ms: performance.now() - start, waits: waits.sort() };
}

async function send(upload: Uint8Array<ArrayBuffer>, index: number, waits: Float64Array): Promise<void> {
  const start = performance.now();
  const url = `http://localhost/v1/studies/${id}/rounds/1/reports`;
  const response = await shuffler.publicHandler(new Request(url, { method: "POST", body: upload }));
  if (!response.ok) throw new Error(await response.text());
  waits[index] = performance.now() - start;
}

function report(
  { ms, waits }: Intake,
  done: {
    freezeMs: number;
    analysisMs: number;
    estimates: FrequencyColumnEstimates;
    invalid: readonly number[];
  },
): void {
  const expected = CATEGORIES.map((_, index) =>
    Math.floor((REPORTS + CATEGORIES.length - 1 - index) / CATEGORIES.length),
  );
  const counts = done.estimates.frequencies.map(({ estimate }) => Math.round(estimate));
  const bare = bareInserts(join(folder, "bare.db"), Math.min(REPORTS, 200_000));
  const opening = perSecond(openedRecords, openingMs);
  say(
    JSON.stringify(
      {
        reports: REPORTS,
        node: process.version,
        cores: availableParallelism(),
        exact: JSON.stringify(counts) === JSON.stringify(expected),
        counts,
        invalid: done.invalid,
        acceptedPerSecond: perSecond(REPORTS, ms),
        acknowledgementMs: { median: waits[Math.floor(REPORTS / 2)], p99: waits[Math.floor(REPORTS * 0.99)] },
        bareInsertsPerSecond: bare,
        acceptedToBareInserts: perSecond(REPORTS, ms) / bare,
        freezePerSecond: perSecond(REPORTS, done.freezeMs),
        opensPerSecond: opening,
        opensPerSecondAndCore: Math.round(opening / availableParallelism()),
        analysedPerSecond: perSecond(REPORTS, done.analysisMs),
        analysisToOpeningAlone: openingMs / done.analysisMs,
        peakMemoryMB: Math.round(peak / 1e6),
      },
      null,
      2,
    ),
  );
}
