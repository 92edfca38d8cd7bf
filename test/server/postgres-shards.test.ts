/**
 * A round over three databases and two shufflers, in this process: races, a database that is away, sweeping.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openPostgresShufflerStore } from "../../apps/server/_internal/stores/open-postgres-shuffler-store.js";
import type { OpenShufflerStore } from "../../apps/server/_internal/stores/opened-shuffler-store.js";
import { MIGRATIONS, migrate } from "../../apps/server/_internal/stores/postgres/migrate.js";
import { openPostgres } from "../../apps/server/_internal/stores/postgres/postgres-server.js";
import type { Acceptance, Upload } from "../../src/federated/shuffler/shuffler-store.js";
import { openedRound } from "../conformance/shuffler-store.js";
import { openFederation } from "../federated/_internal/federation.js";
import { startPostgres, type TestPostgres } from "./_internal/postgres.js";

const STUDY = "5".repeat(64);
const CHAIN = { ledger: "people", after: 0, entries: ["one"] };
const NAMES = ["first", "second", "third"];
const SLOT_BYTES = 49;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
  for (const name of NAMES) await postgres.database(name);
}, 120_000);
afterAll(() => postgres?.stop());

const urls = (): readonly string[] => NAMES.map((name) => postgres.url(name));

async function query(database: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const server = openPostgres(postgres.url(database));
  try {
    return await server.query(sql);
  } finally {
    await server.shut();
  }
}

/** Lets nobody into a database, as if its server were away. */
async function setAway(database: string, isAway: boolean): Promise<void> {
  await query("postgres", `ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS ${!isAway}`);
  await query(
    "postgres",
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
  );
}

const draw = (length: number): Uint8Array => new Uint8Array(randomBytes(length));

function upload(): Upload {
  const rows = [0, 1].map(() => ({ key: draw(16), bytes: draw(SLOT_BYTES) }));
  return { sender: draw(32), rows };
}

async function batchOf(store: OpenShufflerStore, slot: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of store.rows(STUDY, 1, slot)) parts.push(part);
  return Buffer.concat(parts);
}

/** What a slot must have: the rows in the order of their keys. */
function inOrder(uploads: readonly Upload[], slot: number): Buffer {
  const rows = uploads.map(({ rows }) => rows[slot]!);
  return Buffer.concat(rows.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ bytes }) => bytes));
}

describe("a round over three databases", { tags: ["slow"], timeout: 240_000 }, () => {
  const stores: OpenShufflerStore[] = [];
  const open = async (given = urls()): Promise<OpenShufflerStore> => {
    const store = await openPostgresShufflerStore(given);
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    for (const name of NAMES) {
      await setAway(name, false);
      await query(name, "DROP SCHEMA public CASCADE");
      await query(name, "CREATE SCHEMA public");
    }
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.shut();
  });

  it("has each of retries and second reports once, through two shufflers at once", async () => {
    const [one, two] = [await open(), await open()];
    await one.openRound(openedRound(1, { cap: 1e6 }), CHAIN);
    const uploads = Array.from({ length: 300 }, upload);
    const seconds = uploads.map(({ sender }) => ({ ...upload(), sender }));
    const send = (store: OpenShufflerStore, each: Upload): Promise<Acceptance> =>
      store.accept(STUDY, 1, each);
    const answers = await Promise.all([
      ...uploads.map((each) => send(one, each)),
      ...seconds.map((each) => send(two, each)),
      ...uploads.map((each) => send(two, each)),
      ...seconds.map((each) => send(one, each)),
    ]);
    const count = (answer: Acceptance): number => answers.filter((each) => each === answer).length;
    // One of a user's two uploads is accepted, and repeated; the other is a conflict, twice.
    expect([count("accepted"), count("repeated"), count("conflict")]).toEqual([300, 300, 600]);
    await two.close(STUDY, 1);
    expect((await two.round(STUDY, 1))!.reports).toBe(300);
    const won = uploads.map((each, user) => (answers[user] === "conflict" ? seconds[user]! : each));
    for (const slot of [0, 1]) expect(await batchOf(one, slot)).toEqual(inOrder(won, slot));
    for (const name of NAMES) {
      const [row] = await query(name, "SELECT count(*)::int AS senders FROM croupier_senders");
      expect(row!.senders).toBeGreaterThan(50);
    }
  });

  it("loses none of a thousand inserts that race a close, and has none that was refused", async () => {
    const [one, two] = [await open(), await open()];
    await one.openRound(openedRound(1, { cap: 1e6 }), CHAIN);
    const uploads = Array.from({ length: 1000 }, upload);
    let acknowledged = 0;
    let closing: Promise<void> | undefined;
    const answers = new Map<Upload, Acceptance>();
    const lanes = Array.from({ length: 50 }, async (_, lane) => {
      for (let next = lane; next < uploads.length; next += 50) {
        if (next >= 950) await closing;
        const answer = await (next % 2 === 0 ? one : two).accept(STUDY, 1, uploads[next]!);
        answers.set(uploads[next]!, answer);
        acknowledged += 1;
        if (acknowledged > 400) closing ??= two.close(STUDY, 1);
      }
    });
    await Promise.all(lanes);
    await closing;
    const accepted = uploads.filter((each) => answers.get(each) === "accepted");
    const closed = uploads.filter((each) => answers.get(each) === "closed");
    expect(accepted.length + closed.length).toBe(1000);
    expect(closed.length).toBeGreaterThan(0);
    expect((await two.round(STUDY, 1))!.reports).toBe(accepted.length);
    expect(await batchOf(one, 0)).toEqual(inOrder(accepted, 0));
  });

  it("fills its cap and no more, and leaves little room where two shufflers send at once", async () => {
    const [one, two] = [await open(), await open()];
    await one.openRound(openedRound(1, { cap: 400 }), CHAIN);
    const uploads = Array.from({ length: 600 }, upload);
    const answers = await Promise.all(
      uploads.map((each, index) => (index % 2 === 0 ? one : two).accept(STUDY, 1, each)),
    );
    const accepted = uploads.filter((_, index) => answers[index] === "accepted");
    expect(accepted.length).toBeLessThanOrEqual(400);
    expect(accepted.length).toBeGreaterThan(300);
    await one.close(STUDY, 1);
    expect((await one.rounds(STUDY))[0]!.reports).toBe(accepted.length);
    expect(await batchOf(two, 1)).toEqual(inOrder(accepted, 1));
  });

  it("is not closed while one database is away, and closes when it is back", async () => {
    const store = await open();
    await store.openRound(openedRound(1), CHAIN);
    const uploads = Array.from({ length: 30 }, upload);
    for (const each of uploads) await store.accept(STUDY, 1, each);
    await setAway("third", true);
    const unavailable = { code: "STORE_UNAVAILABLE" };
    await expect(store.close(STUDY, 1)).rejects.toMatchObject(unavailable);
    expect((await store.rounds(STUDY))[0]).toMatchObject({ state: "collecting", reports: undefined });
    expect(await store.endIntake(STUDY, 1, "released", "{}")).toBe(false);
    await setAway("third", false);
    await store.close(STUDY, 1);
    expect((await store.rounds(STUDY))[0]).toMatchObject({ state: "closed", reports: 30 });
    expect(await batchOf(store, 0)).toEqual(inOrder(uploads, 0));
  });

  it("is not closed without the rows of a database that lost them, and can be cancelled", async () => {
    const store = await open();
    await store.openRound(openedRound(1), CHAIN);
    for (let user = 0; user < 30; user++) await store.accept(STUDY, 1, upload());
    await query("second", "DELETE FROM croupier_intakes");
    await expect(store.close(STUDY, 1)).rejects.toThrow(/has lost them/);
    expect(await store.endIntake(STUDY, 1, "cancelled", "{}")).toBe(true);
    expect((await store.rounds(STUDY))[0]!.state).toBe("cancelled");
  });

  it("sweeps the rows of a round that ended while a database was away", async () => {
    const store = await open();
    await store.openRound(openedRound(1), CHAIN);
    for (let user = 0; user < 30; user++) await store.accept(STUDY, 1, upload());
    await store.close(STUDY, 1);
    await setAway("second", true);
    expect(await store.endIntake(STUDY, 1, "released", "{}")).toBe(true);
    await setAway("second", false);
    const partitions =
      "SELECT relname FROM pg_class WHERE relname ~ '^croupier_.*_[0-9]+$' AND relkind = 'r'";
    expect(await query("second", partitions)).toHaveLength(2);
    expect(await query("third", partitions)).toHaveLength(0);
    await store.lead(STUDY, async () => {});
    expect(await query("second", partitions)).toHaveLength(0);
    expect(await query("second", "SELECT * FROM croupier_intakes")).toEqual([]);
  });

  it("keeps both records of two senders who sent the same: the analyzer counts one", async () => {
    const store = await open();
    await store.openRound(openedRound(1), CHAIN);
    const given = upload();
    const senders = [0, 1].map((shard) => Uint8Array.from({ length: 32 }, (_, i) => (i === 3 ? shard : 0)));
    for (const sender of senders) expect(await store.accept(STUDY, 1, { ...given, sender })).toBe("accepted");
    await store.close(STUDY, 1);
    expect((await store.round(STUDY, 1))!.reports).toBe(2);
    expect(await batchOf(store, 0)).toEqual(inOrder([given, given], 0));
  });

  it("refuses databases in another order, and lets new ones be added between rounds", async () => {
    const [first, second, third] = urls() as [string, string, string];
    const alone = await open([first]);
    await alone.openRound(openedRound(1), CHAIN);
    const all = await open();
    const early = Array.from({ length: 20 }, upload);
    for (const each of early) expect(await all.accept(STUDY, 1, each)).toBe("accepted");
    expect(await query("second", "SELECT * FROM croupier_senders")).toEqual([]);
    for (const each of early) expect(await alone.accept(STUDY, 1, each)).toBe("repeated");
    await all.endIntake(STUDY, 1, "cancelled", "{}");
    await all.openRound(openedRound(2), { ...CHAIN, after: 1 });
    await expect(alone.accept(STUDY, 2, early[0]!)).rejects.toThrow(/names 1; start this process again/);
    for (const wrong of [[second, first], [first, third, second], [first, first], [second]])
      await expect(openPostgresShufflerStore(wrong)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("takes a round that collects from the first version on", async () => {
    const [first] = urls() as [string];
    const server = openPostgres(first);
    await migrate(server, MIGRATIONS.slice(0, 1));
    const { orderKey } = openedRound(1);
    await server.query(
      `INSERT INTO croupier_rounds (study, number, state, announcement_id, announcement, opening, public_key, closes_at, cap, slots, order_key)
       VALUES ($1, 1, 'collecting', 'a', '{}', '{}', 'b', 0, 3, 2, $2)`,
      [STUDY, Buffer.from(orderKey)],
    );
    await server.query("INSERT INTO croupier_counts VALUES (1, 1)");
    for (const table of ["senders", "records", "batches"])
      await server.query(`CREATE TABLE croupier_${table}_1 PARTITION OF croupier_${table} FOR VALUES IN (1)`);
    const old = upload();
    await server.query("INSERT INTO croupier_senders VALUES (1, $1)", [Buffer.from(old.sender)]);
    for (const [slot, { key, bytes }] of old.rows.entries())
      await server.query("INSERT INTO croupier_records VALUES (1, $1, $2, $3)", [
        slot,
        Buffer.from(key),
        Buffer.from(bytes),
      ]);
    await server.shut();
    const store = await open([first]);
    const added = [upload(), upload()];
    expect(await store.accept(STUDY, 1, old)).toBe("repeated");
    for (const each of added) expect(await store.accept(STUDY, 1, each)).toBe("accepted");
    expect(await store.accept(STUDY, 1, upload())).toBe("full");
    await store.close(STUDY, 1);
    expect((await store.rounds(STUDY))[0]).toMatchObject({ state: "closed", reports: 3 });
    expect(await batchOf(store, 0)).toEqual(inOrder([old, ...added], 0));
  });
});

describe("two shufflers of one store", { tags: ["slow"], timeout: 240_000 }, () => {
  const stores: OpenShufflerStore[] = [];
  beforeEach(async () => {
    for (const name of NAMES) {
      await setAway(name, false);
      await query(name, "DROP SCHEMA public CASCADE");
      await query(name, "CREATE SCHEMA public");
    }
    stores.push(await openPostgresShufflerStore(urls()), await openPostgresShufflerStore(urls()));
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.shut();
  });

  it("lead one at a time, and the other goes on when the leader is gone", async () => {
    const [one, two] = stores as [OpenShufflerStore, OpenShufflerStore];
    const work = async (lost: AbortSignal): Promise<string> => {
      expect(await two.lead(STUDY, async () => "second")).toBeUndefined();
      // Another study's work goes on meanwhile.
      expect(await two.lead("6".repeat(64), async () => "other")).toEqual({ result: "other" });
      await query(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted",
      );
      for (let wait = 0; !lost.aborted && wait < 2000; wait++) await sleep(10);
      expect(lost.aborted).toBe(true);
      // The server tells the client before it gives the lock back.
      await vi.waitFor(
        async () => expect(await two.lead(STUDY, async () => "second")).toEqual({ result: "second" }),
        { timeout: 20_000 },
      );
      return "first";
    };
    expect(await one.lead(STUDY, work)).toEqual({ result: "first" });
    expect(await one.lead(STUDY, async () => "again")).toEqual({ result: "again" });
  });

  it("release one batch when both freeze at once, with the dummies of both", async () => {
    const [one, two] = stores as [OpenShufflerStore, OpenShufflerStore];
    const federation = await openFederation({ store: one, study: { dummies: 700, floor: 5 } });
    const other = await federation.reopenShuffler({ store: two });
    const { id, shuffler, analyzer } = federation;
    await analyzer.announce(id);
    expect(await federation.report(["no", "yes", "no", "no", "sometimes", "no"])).not.toContain("refused");
    federation.pass(61);
    // Nobody leads: both do all of it, as when a leader was taken for dead.
    await Promise.allSettled([shuffler.tick(), other.tick()]);
    await other.tick();
    const round = (await two.rounds(id))[0]!;
    expect(round).toMatchObject({ state: "released", reports: 6 });
    const header = JSON.parse(JSON.parse(round.outcome!).payload);
    expect(header).toMatchObject({ reports: 6, dummies: 700 });
    const { result } = await analyzer.advance(id);
    expect(result).toMatchObject({ reports: 6, dummies: 700, invalid: [0] });
  });
});
