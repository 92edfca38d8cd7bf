import { DpError } from "../../../../../src/errors.js";
import { lockAlone } from "./locks.js";
import { SHUFFLER_TABLES } from "./migrations/0001-shuffler.js";
import { SHARDS } from "./migrations/0002-shards.js";
import { WEIGHTS_TABLE } from "./migrations/0003-weights.js";
import type { PostgresClient } from "./postgres-client.js";
import type { PostgresServer } from "./postgres-server.js";

/** SQL by version: the first makes an empty database a version 1, the next one a version 2. Forward only. */
export const MIGRATIONS: readonly string[] = [SHUFFLER_TABLES, SHARDS, WEIGHTS_TABLE];

/**
 * Takes a database forward, each version in one transaction; of several processes one does it.
 *
 * @throws DpError DATA_UNREADABLE a newer program made it; UNSUPPORTED its commits are not synced to the disk
 */
export async function migrate(
  server: PostgresServer,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  await server.transaction(async (client) => {
    await checkDurable(client);
    await lockAlone(client, "migrations", 0);
    await client.query("CREATE TABLE IF NOT EXISTS croupier_migrations (version integer PRIMARY KEY)");
    const select = "SELECT coalesce(max(version), 0) AS version FROM croupier_migrations";
    const version = Number((await client.query(select))[0]!.version);
    if (version > migrations.length) throw newer(server.name, version);
    for (const [index, sql] of migrations.entries()) {
      if (index < version) continue;
      await client.query(sql);
      await client.query("INSERT INTO croupier_migrations (version) VALUES ($1)", [index + 1]);
    }
  });
}

/** What is acknowledged must survive a power failure. */
async function checkDurable(client: PostgresClient): Promise<void> {
  const [row] = await client.query(
    "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits",
  );
  if (row!.fsync === "on" && row!.commits !== "off") return;
  const message =
    "--store: the database must have fsync and synchronous_commit on: set them, since a report is acknowledged when it is on the disk";
  throw new DpError("UNSUPPORTED", message, { parameter: "--store", value: undefined });
}

function newer(value: string, version: number): DpError {
  const message = `store: a newer program made the tables of ${value}, version ${version}; run that one, or name another database`;
  return new DpError("DATA_UNREADABLE", message, { parameter: "store", value });
}
