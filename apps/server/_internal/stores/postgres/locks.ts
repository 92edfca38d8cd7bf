import type { PostgresClient } from "./postgres-client.js";

/** What a lock is about; the numbers tell it from other programs' and must never change. */
const CLASSES = {
  migrations: 0x63720001,
  rounds: 0x63720002,
  intake: 0x63720003,
  room: 0x63720004,
  batch: 0x63720005,
  lead: 0x63720006,
} as const;

/** Held to the end of the transaction beside others who share it. */
export async function lockShared(
  client: PostgresClient,
  of: keyof typeof CLASSES,
  id: number,
): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock_shared($1::int, $2::int)", [CLASSES[of], id]);
}

/** Held alone to the end of the transaction. */
export async function lockAlone(client: PostgresClient, of: keyof typeof CLASSES, id: number): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1::int, $2::int)", [CLASSES[of], id]);
}

/** Held alone to the end of the connection, if nobody holds it now. */
export async function tryLockConnection(
  client: PostgresClient,
  of: keyof typeof CLASSES,
  id: number,
): Promise<boolean> {
  const select = "SELECT pg_try_advisory_lock($1::int, $2::int) AS held";
  return (await client.query(select, [CLASSES[of], id]))[0]!.held === true;
}

/** Gives back what {@link tryLockConnection} got. */
export async function unlockConnection(
  client: PostgresClient,
  of: keyof typeof CLASSES,
  id: number,
): Promise<void> {
  await client.query("SELECT pg_advisory_unlock($1::int, $2::int)", [CLASSES[of], id]);
}
