/**
 * Uploads through a shuffler's store in PostgreSQL, beside the store in SQLite and a bare COPY of the same
 * rows. Arguments: the URL of an empty database on this machine, as a superuser, and how many uploads.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenedRound, Upload } from "../../../src/federated/shuffler/shuffler-store.js";
import { openShufflerStore } from "../_internal/stores/open-shuffler-store.js";
import type { OpenShufflerStore } from "../_internal/stores/opened-shuffler-store.js";
import { openPostgres } from "../_internal/stores/postgres/postgres-server.js";

const [url, count = "100000"] = process.argv.slice(2) as [string, string?];
const UPLOADS = Number(count);
/** Uploads that wait for their acknowledgement at once. */
const AT_ONCE = 1000;
const STUDY = "5".repeat(64);

const folder = mkdtempSync(join(tmpdir(), "croupier-bench-"));
chmodSync(folder, 0o755);
const uploads = Array.from({ length: UPLOADS }, (): Upload => {
  const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  return { sender: bytes(32), rows: [{ key: bytes(16), bytes: bytes(49) }] };
});
try {
  const sqlite = await throughput(join(folder, "shuffler.db"));
  const one = await throughput(url);
  const copied = await bareCopy();
  process.stdout.write(
    `${JSON.stringify({ uploads: UPLOADS, node: process.version, perSecond: { sqlite, postgres: one, bareCopy: copied }, toSqlite: one / sqlite, toBareCopy: one / copied }, null, 2)}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Uploads that are acknowledged in a second. */
async function throughput(place: string): Promise<number> {
  const store = await openShufflerStore(place);
  try {
    await store.openRound(round(), { ledger: "bench", after: 0, entries: [] });
    const start = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < UPLOADS) await accepted(store, uploads[next++]!);
      }),
    );
    return perSecond(performance.now() - start);
  } finally {
    await store.shut();
  }
}

async function accepted(store: OpenShufflerStore, upload: Upload): Promise<void> {
  const answer = await store.accept(STUDY, 1, upload);
  if (answer !== "accepted") throw new Error(answer);
}

/** The same rows, sent to the server as one file. */
async function bareCopy(): Promise<number> {
  const server = openPostgres(url);
  const file = join(folder, "rows");
  const hex = (bytes: Uint8Array): string => `\\\\x${Buffer.from(bytes).toString("hex")}`;
  writeFileSync(file, uploads.map(({ rows }) => `${hex(rows[0]!.key)}\t${hex(rows[0]!.bytes)}\n`).join(""));
  await server.query("CREATE TABLE bare (key bytea PRIMARY KEY, bytes bytea NOT NULL)");
  const start = performance.now();
  await server.query(`COPY bare FROM '${file}'`);
  const ms = performance.now() - start;
  await server.query("DROP TABLE bare");
  await server.shut();
  return perSecond(ms);
}

function perSecond(ms: number): number {
  return Math.round((1000 * UPLOADS) / ms);
}

function round(): OpenedRound {
  return {
    study: STUDY,
    number: 1,
    announcementId: "a".repeat(64),
    announcement: "{}",
    opening: "{}",
    publicKey: "b".repeat(64),
    closesAt: 0,
    cap: 1e9,
    slots: 1,
    orderKey: new Uint8Array(32),
  };
}
