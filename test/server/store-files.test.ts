import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlDatabase } from "../../apps/server/_internal/stores/open-sql-database.js";
import { openSqliteAnalyzerStore } from "../../apps/server/_internal/stores/open-sqlite-analyzer-store.js";
import { openSqliteShufflerStore } from "../../apps/server/_internal/stores/open-sqlite-shuffler-store.js";
import { packUploads, unpackUploads } from "../../apps/server/_internal/stores/pack-uploads.js";
import { openedRound } from "../conformance/shuffler-store.js";

let folder: string;
const path = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "croupier-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = () => ({ database: path("ledger.db"), head: path("ledger.head") });
const entry = (after: number, text: string) => ({ ledger: "people", after, entries: [text] });

/** Takes a database back to the first version, which had no such table. */
function asFirstVersion(file: string, applicationId: number, table: string): void {
  const database = openSqlDatabase(file, { applicationId, steps: ["", ""] });
  database.exec(`DROP TABLE ${table}; PRAGMA user_version = 1`);
  database.close();
}

it("a shuffler's file of the version before is taken forward", async () => {
  const store = await openSqliteShufflerStore(path("shuffler.db"));
  await store.enrol("s", [new Uint8Array(32)]);
  await store.shut();
  asFirstVersion(path("shuffler.db"), 0x63726f73, "weights");
  const again = await openSqliteShufflerStore(path("shuffler.db"));
  expect(await again.isEnrolled("s", new Uint8Array(32))).toBe(true);
  await again.keepWeights("s", "1".repeat(64), Uint8Array.of(5));
  expect(await again.weights("s", "1".repeat(64))).toEqual(Uint8Array.of(5));
  await again.shut();
});

describe("a ledger's file", () => {
  it("that a backup was restored to is noticed by the second record", async () => {
    const store = openSqliteAnalyzerStore(files());
    expect(await store.commit(entry(0, "one"))).toBe(true);
    store.shut();
    copyFileSync(path("ledger.db"), path("backup"));
    const later = openSqliteAnalyzerStore(files());
    expect(await later.commit(entry(1, "two"))).toBe(true);
    later.checkHeads();
    later.shut();
    const restored = openSqliteAnalyzerStore({ ...files(), database: path("backup") });
    expect(() => restored.checkHeads()).toThrow(expect.objectContaining({ code: "LEDGER_BEHIND" }));
    // Another entry in the place of the one that was lost is noticed too.
    expect(await restored.commit(entry(1, "another"))).toBe(true);
    expect(() => restored.checkHeads()).toThrow(expect.objectContaining({ code: "LEDGER_BEHIND" }));
    restored.shut();
  });

  it.each([
    [
      "another program's file",
      () => writeFileSync(path("ledger.db"), "a text of some length, and no database".repeat(99)),
    ],
    [
      "another program's database",
      () => {
        const other = openSqlDatabase(path("ledger.db"), {
          applicationId: 7,
          steps: ["CREATE TABLE other (x TEXT)"],
        });
        other.close();
      },
    ],
    [
      "a newer version's database",
      () => {
        const store = openSqliteAnalyzerStore(files());
        store.shut();
        const steps = ["", "", "CREATE TABLE later (x TEXT)"];
        openSqlDatabase(path("ledger.db"), { applicationId: 0x63726f6c, steps }).close();
      },
    ],
  ])("that is %s is refused", (_, make) => {
    make();
    expect(() => openSqliteAnalyzerStore(files())).toThrow(
      expect.objectContaining({ code: "DATA_UNREADABLE" }),
    );
  });

  it("of the version before is taken forward, and keeps what it has", async () => {
    const store = openSqliteAnalyzerStore(files());
    await store.commit(entry(0, "one"));
    store.shut();
    asFirstVersion(path("ledger.db"), 0x63726f6c, "states");
    const again = openSqliteAnalyzerStore(files());
    expect(await again.entries("people", 0)).toEqual(["one"]);
    const state = { study: "s", round: 1, bytes: Uint8Array.of(3) };
    expect(await again.commit({ ...entry(1, "two"), state })).toBe(true);
    expect(await again.state("s")).toEqual(state);
    again.shut();
  });

  it("that was cut off is refused", async () => {
    const store = openSqliteAnalyzerStore(files());
    for (let index = 0; index < 40; index++) await store.commit(entry(index, `${index}`.repeat(2000)));
    store.shut();
    copyFileSync(path("ledger.db"), path("cut.db"));
    truncateSync(path("cut.db"), readFileSync(path("cut.db")).length - 8192);
    const cut = { ...files(), database: path("cut.db") };
    expect(() => openSqliteAnalyzerStore(cut)).toThrow(expect.objectContaining({ code: "DATA_UNREADABLE" }));
  });
});

describe("a database of an older version", () => {
  const first = "CREATE TABLE kept (x INTEGER)";

  it("is taken forward with its rows, by one process of many, whole or not at all", () => {
    const schema = (...steps: string[]) => ({ applicationId: 0x63726f00, steps });
    const old = openSqlDatabase(path("old.db"), schema(first));
    old.prepare("INSERT INTO kept VALUES (?)").run(7);
    old.close();
    const wrong = schema(first, "ALTER TABLE kept ADD COLUMN y INTEGER", "SELECT wrong FROM nowhere");
    expect(() => openSqlDatabase(path("old.db"), wrong)).toThrow("nowhere");
    const unchanged = openSqlDatabase(path("old.db"), schema(first));
    expect(unchanged.prepare("SELECT * FROM kept").all()).toEqual([{ x: 7 }]);
    unchanged.close();
    const forward = schema(first, "ALTER TABLE kept ADD COLUMN y INTEGER");
    for (let times = 0; times < 2; times++) {
      const database = openSqlDatabase(path("old.db"), forward);
      expect(database.prepare("SELECT * FROM kept").all()).toEqual([{ x: 7, y: null }]);
      database.close();
    }
  });
});

describe("a shuffler's database", () => {
  it("that was cut off is refused, with what to do", async () => {
    const store = await openSqliteShufflerStore(path("shuffler.db"));
    const digests = Array.from({ length: 3000 }, (_, index) =>
      new Uint8Array(32).fill(index % 251, index % 32),
    );
    await store.enrol("5".repeat(64), digests);
    await store.shut();
    truncateSync(path("shuffler.db"), 6000);
    const refused = { code: "DATA_UNREADABLE", message: expect.stringContaining("restore it from a backup") };
    await expect(openSqliteShufflerStore(path("shuffler.db"))).rejects.toMatchObject(refused);
  });
});

describe("a round's file", () => {
  const study = "5".repeat(64);
  const chain = { ledger: "people", after: 0, entries: ["one"] };

  it("that was removed leaves a round without reports, which is cancelled", async () => {
    const store = await openSqliteShufflerStore(path("shuffler.db"));
    expect(await store.openRound(openedRound(1), chain)).toBe(true);
    await store.shut();
    for (const end of ["", "-wal", "-shm"]) rmSync(path(`shuffler.db-round-1.db${end}`), { force: true });
    const reopened = await openSqliteShufflerStore(path("shuffler.db"));
    expect(await reopened.round(study, 1)).toMatchObject({ state: "closed", reports: 0 });
    expect(await reopened.endIntake(study, 1, "cancelled", "{}")).toBe(true);
    expect(await reopened.round(study, 1)).toMatchObject({ state: "cancelled" });
    await reopened.shut();
  });

  it("that was cut off is refused, with what to do", async () => {
    const store = await openSqliteShufflerStore(path("shuffler.db"));
    expect(await store.openRound(openedRound(1), chain)).toBe(true);
    await store.shut();
    truncateSync(path("shuffler.db-round-1.db"), 5000);
    await expect(openSqliteShufflerStore(path("shuffler.db"))).rejects.toMatchObject({
      code: "DATA_UNREADABLE",
    });
  });

  it("is gone when the round has ended, and the key of its order with it", async () => {
    const store = await openSqliteShufflerStore(path("shuffler.db"));
    const orderKey = new Uint8Array(32).fill(0xd7);
    await store.openRound(openedRound(1, { orderKey }), chain);
    await store.endIntake(study, 1, "cancelled", "{}");
    await store.shut();
    expect(() => readFileSync(path("shuffler.db-round-1.db"))).toThrow("ENOENT");
    expect(readFileSync(path("shuffler.db")).includes(Buffer.from(orderKey))).toBe(false);
  });
});

describe("packed uploads", () => {
  it("are what they were, views of larger buffers too", () => {
    const block = Uint8Array.from({ length: 300 }, (_, index) => index % 251);
    const uploads = [
      {
        sender: block.subarray(0, 32),
        rows: [{ key: block.subarray(40, 56), bytes: block.subarray(60, 109) }],
      },
      { sender: block.subarray(100, 132), rows: [] },
    ];
    expect(unpackUploads(packUploads(uploads))).toEqual(uploads);
    expect(unpackUploads(packUploads([]))).toEqual([]);
  });
});
