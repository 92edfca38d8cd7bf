import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
