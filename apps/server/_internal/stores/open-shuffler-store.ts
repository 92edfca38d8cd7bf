import type { OpenShufflerStore } from "./opened-shuffler-store.js";

/** Opens the store that `--store` names: a file of SQLite, or URLs of PostgreSQL. */
export async function openShufflerStore(store: string): Promise<OpenShufflerStore> {
  if (isPostgres(store)) {
    const { openPostgresShufflerStore } = await import("./open-postgres-shuffler-store.js");
    return openPostgresShufflerStore(postgresUrls(store));
  }
  const { openSqliteShufflerStore } = await import("./open-sqlite-shuffler-store.js");
  return openSqliteShufflerStore(store);
}

/** Whether a store is a URL of PostgreSQL. */
export function isPostgres(store: string): boolean {
  return /^postgres(ql)?:\/\//.test(store);
}

/** The databases of a store in PostgreSQL, with commas between them: `postgres://a/x,postgres://b/x`. */
export function postgresUrls(store: string): readonly string[] {
  return store.split(/,(?=postgres(?:ql)?:\/\/)/);
}
