/** A disk that fills: nothing that was acknowledged is lost, and the rest is told to try again. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteAnalyzerStore } from "../../apps/server/_internal/stores/open-sqlite-analyzer-store.js";
import { openSqliteShufflerStore } from "../../apps/server/_internal/stores/open-sqlite-shuffler-store.js";
import { openedRound } from "../conformance/shuffler-store.js";

const STUDY = "5".repeat(64);
const UNAVAILABLE = { code: "STORE_UNAVAILABLE" };

let folder: string;
let isMounted = false;
const mount = (size: string, ...more: string[]): void =>
  void execFileSync("mount", ["-t", "tmpfs", "-o", [...more, `size=${size}`].join(","), "tmpfs", folder], {
    stdio: "pipe",
  });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "croupier-full-"));
  try {
    mount("1536k");
    isMounted = true;
  } catch {
    isMounted = false;
  }
});
afterEach(() => {
  if (isMounted) execFileSync("umount", ["--lazy", folder]);
  rmSync(folder, { recursive: true });
});

function upload(user: number) {
  const sender = new Uint8Array(32);
  const rows = [0, 1].map((slot) => {
    const key = new Uint8Array(16);
    new DataView(key.buffer).setUint32(0, Math.imul(user, 0x9e3779b1) >>> 0);
    key[15] = slot;
    const bytes = new Uint8Array(400).fill(slot);
    new DataView(bytes.buffer).setUint32(0, user);
    return { key, bytes };
  });
  new DataView(sender.buffer).setUint32(0, user);
  return { sender, rows };
}

async function usersIn(parts: AsyncIterable<Uint8Array>): Promise<number[]> {
  const users: number[] = [];
  for await (const part of parts) {
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    for (let offset = 0; offset < part.length; offset += 400) users.push(view.getUint32(offset));
  }
  return users.sort((a, b) => a - b);
}

describe("a disk that fills", () => {
  it("refuses uploads that it cannot keep, and keeps each that it acknowledged, once", async (context) => {
    if (!isMounted) context.skip("a small disk needs the right to mount one");
    const store = await openSqliteShufflerStore(join(folder, "shuffler.db"));
    const chain = { ledger: "people", after: 0, entries: ["one"] };
    expect(await store.openRound(openedRound(1, { cap: 1e6 }), chain)).toBe(true);
    const acknowledged: number[] = [];
    const refused: number[] = [];
    for (let user = 0; refused.length < 40; user++) {
      await store.accept(STUDY, 1, upload(user)).then(
        (answer) => acknowledged.push(answer === "accepted" ? user : Number.NaN),
        (error: unknown) => {
          expect(error).toMatchObject(UNAVAILABLE);
          refused.push(user);
        },
      );
    }
    expect(acknowledged.length).toBeGreaterThan(50);
    mount("64m", "remount");
    for (const user of acknowledged) expect(await store.accept(STUDY, 1, upload(user))).toBe("repeated");
    const again = refused.slice(0, 10);
    for (const user of again) expect(await store.accept(STUDY, 1, upload(user))).toBe("accepted");
    await store.close(STUDY, 1);
    const expected = [...acknowledged, ...again].sort((a, b) => a - b);
    expect(await usersIn(store.rows(STUDY, 1, 0))).toEqual(expected);
    expect(await usersIn(store.rows(STUDY, 1, 1))).toEqual(expected);
    expect((await store.round(STUDY, 1))!.reports).toBe(expected.length);
    await store.shut();
  });

  it("writes no part of a batch, and the whole one when there is room", async (context) => {
    if (!isMounted) context.skip("a small disk needs the right to mount one");
    const store = await openSqliteShufflerStore(join(folder, "shuffler.db"));
    await store.openRound(openedRound(1), { ledger: "people", after: 0, entries: ["one"] });
    await store.close(STUDY, 1);
    async function* parts(): AsyncIterable<Uint8Array> {
      for (let part = 0; part < 40; part++) yield new Uint8Array(100_000).fill(part);
    }
    await expect(store.writeBatch(STUDY, 1, 0, parts())).rejects.toMatchObject(UNAVAILABLE);
    expect(await store.readBatch(STUDY, 1, 0, 0, 100)).toHaveLength(0);
    mount("64m", "remount");
    await store.writeBatch(STUDY, 1, 0, parts());
    expect(await store.readBatch(STUDY, 1, 0, 0, 1e9)).toHaveLength(4_000_000);
    await store.shut();
  });

  it("charges a round whole or not at all", async (context) => {
    if (!isMounted) context.skip("a small disk needs the right to mount one");
    const files = { database: join(folder, "ledger.db"), head: join(folder, "ledger.head") };
    const store = openSqliteAnalyzerStore(files);
    const key = (round: number) => ({ study: STUDY, round, masterId: "one", wrapped: new Uint8Array(60) });
    let length = 0;
    const commit = () =>
      store.commit({
        ledger: "people",
        after: length,
        entries: ["x".repeat(20_000)],
        key: key(length + 1),
      });
    await expect(
      (async () => {
        for (; length < 1000; length++) expect(await commit()).toBe(true);
      })(),
    ).rejects.toMatchObject(UNAVAILABLE);
    // What failed in the second record alone is in the ledger, and asked for again from there.
    const kept = await store.length("people");
    expect([length, length + 1]).toContain(kept);
    expect(await store.keys()).toHaveLength(kept);
    mount("64m", "remount");
    length = kept;
    expect(await commit()).toBe(true);
    store.checkHeads();
    store.shut();
  });
});
