import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteShufflerStore } from "../../apps/server/_internal/stores/open-sqlite-shuffler-store.js";
import { conformsAsShufflerStore } from "../conformance/shuffler-store.js";

conformsAsShufflerStore("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-store-"));
  const path = join(folder, "shuffler.db");
  const first = await openSqliteShufflerStore(path);
  let current = first;
  return {
    store: first,
    async reopen() {
      await current.shut();
      current = await openSqliteShufflerStore(path);
      return current;
    },
    async close() {
      await current.shut();
      rmSync(folder, { recursive: true });
    },
  };
});
