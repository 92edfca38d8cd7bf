import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqliteAnalyzerStore } from "../../apps/server/_internal/stores/open-sqlite-analyzer-store.js";
import { conformsAsAnalyzerStore } from "../conformance/analyzer-store.js";

conformsAsAnalyzerStore("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-store-"));
  const files = { database: join(folder, "ledger.db"), head: join(folder, "ledger.head") };
  const first = openSqliteAnalyzerStore(files);
  let current = first;
  return {
    store: first,
    async reopen() {
      current.shut();
      current = openSqliteAnalyzerStore(files);
      return current;
    },
    async close() {
      current.shut();
      rmSync(folder, { recursive: true });
    },
  };
});

it("says of a second record that cannot be written that the store is unavailable, and records it later", async () => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-store-"));
  const second = join(folder, "second");
  mkdirSync(second);
  const store = openSqliteAnalyzerStore({
    database: join(folder, "ledger.db"),
    head: join(second, "ledger.head"),
  });
  const commit = (after: number) => store.commit({ ledger: "people", after, entries: [`entry ${after}`] });
  expect(await commit(0)).toBe(true);
  rmSync(second, { recursive: true });
  await expect(commit(1)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(await store.length("people")).toBe(2);
  mkdirSync(second);
  expect(await commit(2)).toBe(true);
  store.checkHeads();
  store.shut();
  rmSync(folder, { recursive: true });
});
