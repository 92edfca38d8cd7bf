import type { ShufflerStore } from "../../../../src/federated/shuffler/shuffler-store.js";

/**
 * How many rounds are in each state, with their reports; those of rounds that have not ended are not counted.
 */
export interface RoundCount {
  readonly state: string;
  readonly rounds: number;
  readonly reports: number;
}

/** A shuffler's store that is closed when its process ends. */
export interface OpenShufflerStore extends ShufflerStore {
  counts(): Promise<readonly RoundCount[]>;
  shut(): Promise<void>;
}

/** Opens the store that `--store` names: a file of SQLite, or a URL of PostgreSQL. */
export async function openShufflerStore(store: string): Promise<OpenShufflerStore> {
  if (isPostgres(store)) {
    const { openPostgresShufflerStore } = await import("./open-postgres-shuffler-store.js");
    return openPostgresShufflerStore(store);
  }
  const { openSqliteShufflerStore } = await import("./open-sqlite-shuffler-store.js");
  return openSqliteShufflerStore(store);
}

/** Whether a store is a URL of PostgreSQL. */
export function isPostgres(store: string): boolean {
  return /^postgres(ql)?:\/\//.test(store);
}
