import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresShufflerStore } from "../../apps/server/_internal/stores/open-postgres-shuffler-store.js";
import { MIGRATIONS, migrate } from "../../apps/server/_internal/stores/postgres/migrate.js";
import { openPostgres } from "../../apps/server/_internal/stores/postgres/postgres-server.js";
import { conformsAsShufflerStore, openedRound } from "../conformance/shuffler-store.js";
import { startPostgres, type TestPostgres } from "./_internal/postgres.js";

const STUDY = "5".repeat(64);
const CHAIN = { ledger: "people", after: 0, entries: ["one"] };

let postgres: TestPostgres;
/** Emptied for each test, since a new one takes longer. */
const urls: string[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  for (const name of ["one", "two", "three"]) urls.push(await postgres.database(name));
}, 120_000);
afterAll(() => postgres?.stop());

async function newDatabases(count: number): Promise<readonly string[]> {
  for (const url of urls) {
    const server = openPostgres(url);
    await server.query("DROP SCHEMA public CASCADE");
    await server.query("CREATE SCHEMA public");
    await server.shut();
  }
  return urls.slice(0, count);
}

async function newDatabase(): Promise<string> {
  return (await newDatabases(1))[0]!;
}

for (const count of [1, 3])
  conformsAsShufflerStore(
    `PostgreSQL, ${count} databases`,
    async () => {
      const urls = await newDatabases(count);
      const first = await openPostgresShufflerStore(urls);
      let current = first;
      return {
        store: first,
        async reopen() {
          await current.shut();
          current = await openPostgresShufflerStore(urls);
          return current;
        },
        close: () => current.shut(),
      };
    },
    count,
  );

function upload(user: number) {
  const rows = [0, 1].map(() => ({ key: randomBytes(16), bytes: randomBytes(49) }));
  const sender = new Uint8Array(32);
  new DataView(sender.buffer).setUint32(0, user);
  return {
    sender,
    rows: rows.map(({ key, bytes }) => ({ key: Uint8Array.from(key), bytes: Uint8Array.from(bytes) })),
  };
}

async function keysIn(...from: readonly string[]): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const url of from) {
    const server = openPostgres(url);
    const rows = await server.query("SELECT slot, encode(key, 'hex') AS key FROM croupier_records");
    await server.shut();
    keys.push(...rows.map(({ slot, key }) => `${slot} ${key}`));
  }
  return keys.sort();
}

const keysOf = (uploads: readonly ReturnType<typeof upload>[]): readonly string[] =>
  uploads
    .flatMap(({ rows }) => rows.map(({ key }, slot) => `${slot} ${Buffer.from(key).toString("hex")}`))
    .sort();

describe("a PostgreSQL store", { tags: ["slow"], timeout: 120_000 }, () => {
  it("takes the same uploads through two processes' connections: each is there once", async () => {
    const url = await newDatabase();
    const stores = await Promise.all([openPostgresShufflerStore([url]), openPostgresShufflerStore([url])]);
    await stores[0]!.openRound(openedRound(1), CHAIN);
    const uploads = Array.from({ length: 200 }, (_, user) => upload(user));
    const backwards = [...uploads].reverse();
    const answers = await Promise.all([
      ...uploads.map((each) => stores[0]!.accept(STUDY, 1, each)),
      ...backwards.map((each) => stores[1]!.accept(STUDY, 1, each)),
    ]);
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(200);
    expect(answers.filter((answer) => answer === "repeated")).toHaveLength(200);
    expect(await keysIn(url)).toEqual(keysOf(uploads));
    await stores[1]!.close(STUDY, 1);
    expect(await stores[0]!.accept(STUDY, 1, upload(900))).toBe("closed");
    await sleep(150); // what another process knows of a round may be this old
    expect((await stores[0]!.round(STUDY, 1))!.reports).toBe(200);
    for (const store of stores) await store.shut();
  });

  it.each([1, 3])("loses nothing that %i databases acknowledged when they are killed", async (count) => {
    const used = await newDatabases(count);
    const store = await openPostgresShufflerStore(used);
    await store.openRound(openedRound(1, { cap: 1e6 }), CHAIN);
    const uploads = Array.from({ length: 3000 }, (_, user) => upload(user));
    const failed = new Set<number>();
    let [next, acknowledged] = [0, 0];
    const sender = async (): Promise<void> => {
      while (next < uploads.length) {
        const index = next++;
        for (;;) {
          const answer = await store
            .accept(STUDY, 1, uploads[index]!)
            .catch(({ code }: { code: string }) => code);
          if (answer === "STORE_UNAVAILABLE") {
            failed.add(index);
            await sleep(100);
            continue;
          }
          // Who was not refused was never heard of before.
          expect(failed.has(index) ? ["accepted", "repeated"] : ["accepted"]).toContain(answer);
          acknowledged += 1;
          break;
        }
      }
    };
    const all = Promise.all(Array.from({ length: 60 }, sender));
    while (acknowledged < 1000) await sleep(5);
    await postgres.crash();
    await all;
    expect(failed.size).toBeGreaterThan(0);
    const again = await Promise.all(uploads.map((each) => store.accept(STUDY, 1, each)));
    expect(new Set(again)).toEqual(new Set(["repeated"]));
    await store.close(STUDY, 1);
    await sleep(150);
    expect((await store.round(STUDY, 1))!.reports).toBe(3000);
    expect(await keysIn(...used)).toEqual(keysOf(uploads));
    await store.shut();
  });

  it("drops the rows, the senders and the order key of a round that has ended", async () => {
    const url = await newDatabase();
    const store = await openPostgresShufflerStore([url]);
    await store.openRound(openedRound(1), CHAIN);
    await store.accept(STUDY, 1, upload(1));
    await store.endIntake(STUDY, 1, "cancelled", "{}");
    const server = openPostgres(url);
    const tables = await server.query("SELECT relname FROM pg_class WHERE relname ~ '^croupier_.*_[0-9]+$'");
    expect(tables).toEqual([]);
    expect(await server.query("SELECT order_key FROM croupier_rounds")).toEqual([{ order_key: null }]);
    await server.shut();
    await store.shut();
  });

  it("takes a database forward, with its rows, and refuses a newer one", async () => {
    const url = await newDatabase();
    const server = openPostgres(url);
    await migrate(server, MIGRATIONS.slice(0, 1));
    await server.query("INSERT INTO croupier_chain VALUES ('people', 1, 'one')");
    const later = [...MIGRATIONS, "ALTER TABLE croupier_chain ADD COLUMN more text", "SELECT wrong"];
    await expect(migrate(server, later)).rejects.toThrow("wrong");
    // The version before the wrong one is not there either: all of it is one transaction.
    await migrate(server, later.slice(0, -1));
    expect(await server.query("SELECT entry, more FROM croupier_chain")).toEqual([
      { entry: "one", more: null },
    ]);
    await server.shut();
    const refused = expect.objectContaining({ code: "DATA_UNREADABLE" });
    await expect(openPostgresShufflerStore([url])).rejects.toEqual(refused);
  });

  it("is refused where commits are not synced, and away where nobody answers; no password is told", async () => {
    const url = new URL(await newDatabase());
    url.searchParams.set("options", "-c synchronous_commit=off");
    await expect(openPostgresShufflerStore([url.href])).rejects.toMatchObject({ code: "UNSUPPORTED" });
    const away = openPostgresShufflerStore(["postgres://me:secret@127.0.0.1:1/none"]);
    await expect(away).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(away).rejects.not.toThrow(/secret/);
  });
});
