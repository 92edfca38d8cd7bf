import type { PostgresClient } from "./postgres-server.js";

/** What a lock is about; the numbers tell it from other programs' and must never change. */
const CLASSES = { migrations: 0x63720001, rounds: 0x63720002, intake: 0x63720003 } as const;

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
