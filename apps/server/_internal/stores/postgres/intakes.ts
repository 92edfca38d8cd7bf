import { DpError } from "../../../../../src/errors.js";
import { lockAlone } from "./locks.js";
import type { PostgresClient } from "./postgres-client.js";
import type { PostgresServer } from "./postgres-server.js";

/** Tables with a partition for a round's intake, in each of its databases. */
const TABLES = ["senders", "records"] as const;

/** Makes a round's partitions in a database. The name is a number that the first database counted. */
export async function makeIntake(client: PostgresClient, id: number): Promise<void> {
  for (const table of TABLES) await makePartition(client, table, id);
  await client.query("INSERT INTO croupier_intakes (round, reports) VALUES ($1, 0)", [id]);
}

/** A partition of one table for one round. */
export async function makePartition(client: PostgresClient, table: string, id: number): Promise<void> {
  await client.query(
    `CREATE TABLE croupier_${table}_${id} PARTITION OF croupier_${table} FOR VALUES IN (${id})`,
  );
}

/**
 * Closes a round's intake in one database: what was accepted before is counted, nothing is accepted after.
 *
 * @returns the number of its reports; undefined where the database has no such intake
 */
export function closeIntake(server: PostgresServer, id: number): Promise<number | undefined> {
  return server.transaction(async (client) => {
    await lockAlone(client, "intake", id);
    const update = "UPDATE croupier_intakes SET state = 'closed' WHERE round = $1 RETURNING reports";
    const [row] = await client.query(update, [id]);
    return row === undefined ? undefined : Number(row.reports);
  });
}

/** Removes a round's intake from a database; its lock must be held alone. */
export async function removeIntake(client: PostgresClient, id: number): Promise<void> {
  for (const table of TABLES) await client.query(`DROP TABLE IF EXISTS croupier_${table}_${id}`);
  await client.query("DELETE FROM croupier_intakes WHERE round = $1", [id]);
}

/** Removes a round's intake from a database. */
export function dropIntake(server: PostgresServer, id: number): Promise<void> {
  return server.transaction(async (client) => {
    await lockAlone(client, "intake", id);
    await removeIntake(client, id);
  });
}

/**
 * Removes intakes of rounds that have ended or never opened: what a crash left between two databases. Rounds
 * are opened under the same lock.
 */
export async function sweepIntakes(first: PostgresServer, others: readonly PostgresServer[]): Promise<void> {
  await first.transaction(async (client) => {
    await lockAlone(client, "rounds", 0);
    const open = await client.query("SELECT id FROM croupier_rounds WHERE state IN ('collecting', 'closed')");
    const kept = new Set(open.map(({ id }) => Number(id)));
    for (const server of others) {
      const rows = await server.query("SELECT round FROM croupier_intakes");
      const left = rows.map(({ round }) => Number(round)).filter((id) => !kept.has(id));
      for (const id of left) await dropIntake(server, id);
    }
  });
}

/** A database that has lost a round's rows: what was acknowledged is not there. */
export function lostIntake(value: string): DpError {
  const message = `store: ${value} must have the reports of the round that collects, has lost them; restore that database, or cancel the round`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "store", value });
}
