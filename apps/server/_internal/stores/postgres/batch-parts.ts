import { lockAlone, lockShared } from "./locks.js";
import type { PostgresServer } from "./postgres-server.js";

/** Bytes of a batch in one row, but for the last. */
const PART_BYTES = 1 << 20;

/** Writes a slot's batch whole, in place of any before it, while the round is closed. */
export async function writeBatchParts(
  server: PostgresServer,
  { round, slot }: { readonly round: number; readonly slot: number },
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  await server.transaction(async (client) => {
    // A second writer of the same bytes waits for the first.
    await lockAlone(client, "batch", round);
    await lockShared(client, "intake", round);
    const [row] = await client.query("SELECT state FROM croupier_rounds WHERE id = $1", [round]);
    if (row?.state !== "closed") return;
    await client.query("DELETE FROM croupier_batches WHERE round = $1 AND slot = $2", [round, slot]);
    let part = 0;
    for await (const bytes of inParts(parts)) {
      const insert = "INSERT INTO croupier_batches (round, slot, part, bytes) VALUES ($1, $2, $3, $4)";
      await client.query(insert, [round, slot, part++, bytes]);
    }
  });
}

/** Bytes of a batch from an offset on; fewer where it ends before. */
export async function readBatchParts(
  server: PostgresServer,
  { round, slot }: { readonly round: number; readonly slot: number },
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const first = Math.floor(offset / PART_BYTES);
  const last = Math.min(Number.MAX_SAFE_INTEGER, Math.floor((offset + length) / PART_BYTES));
  const rows = await server.query(
    "SELECT bytes FROM croupier_batches WHERE round = $1 AND slot = $2 AND part BETWEEN $3 AND $4 ORDER BY part",
    [round, slot, first, last],
  );
  const start = offset - first * PART_BYTES;
  const bytes = Buffer.concat(rows.map((row) => row.bytes as Uint8Array));
  return new Uint8Array(bytes.subarray(start, start + length));
}

/** The same bytes, cut anew. */
async function* inParts(parts: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const part of parts) {
    rest = Buffer.concat([rest, part]);
    for (; rest.length >= PART_BYTES; rest = rest.subarray(PART_BYTES)) yield rest.subarray(0, PART_BYTES);
  }
  if (rest.length > 0) yield rest;
}
