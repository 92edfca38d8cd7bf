import type {
  ChainPart,
  OpenedRound,
  RoundState,
  ShufflerRound,
} from "../../../../../src/federated/shuffler/shuffler-store.js";
import { lockAlone } from "./locks.js";
import type { PostgresClient, PostgresRow, PostgresServer } from "./postgres-server.js";

/** Tables with a partition a round. */
const INTAKE_TABLES = ["senders", "records"] as const;
const OPEN_STATES = "('collecting', 'closed')";

/** Appends to the chain and opens a round with its partitions, or neither. */
export function openRound(server: PostgresServer, round: OpenedRound, chain: ChainPart): Promise<boolean> {
  return server.transaction(async (client) => {
    await lockAlone(client, "rounds", 0);
    if ((await chainLength(client, chain.ledger)) !== chain.after) return false;
    if (!(await mayOpen(client, round))) return false;
    await insertRound(client, round);
    for (const [index, entry] of chain.entries.entries()) {
      const insert = "INSERT INTO croupier_chain (ledger, sequence, entry) VALUES ($1, $2, $3)";
      await client.query(insert, [chain.ledger, chain.after + index + 1, entry]);
    }
    return true;
  });
}

/** How many entries a ledger's copy has. */
export async function chainLength(client: PostgresClient, ledger: string): Promise<number> {
  const select = "SELECT count(*) AS entries FROM croupier_chain WHERE ledger = $1";
  return Number((await client.query(select, [ledger]))[0]!.entries);
}

async function mayOpen(client: PostgresClient, { study, number, publicKey }: OpenedRound): Promise<boolean> {
  const select = `SELECT count(*) AS obstacles FROM croupier_rounds
    WHERE public_key = $1 OR (study = $2 AND (number >= $3 OR state IN ${OPEN_STATES}))`;
  return Number((await client.query(select, [publicKey, study, number]))[0]!.obstacles) === 0;
}

async function insertRound(client: PostgresClient, round: OpenedRound): Promise<void> {
  const [row] = await client.query(
    `INSERT INTO croupier_rounds (study, number, state, announcement_id, announcement, opening, public_key, closes_at,
       cap, slots, order_key) VALUES ($1, $2, 'collecting', $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      round.study,
      round.number,
      round.announcementId,
      round.announcement,
      round.opening,
      round.publicKey,
      round.closesAt,
      round.cap,
      round.slots,
      Buffer.from(round.orderKey),
    ],
  );
  const id = Number(row!.id);
  await client.query("INSERT INTO croupier_counts (round, reports) VALUES ($1, 0)", [id]);
  // The name is a number that the database counted itself.
  for (const table of [...INTAKE_TABLES, "batches"])
    await client.query(
      `CREATE TABLE croupier_${table}_${id} PARTITION OF croupier_${table} FOR VALUES IN (${id})`,
    );
}

/** From `collecting` to `closed` with the number of reports; a later state stays. */
export async function closeRound(server: PostgresServer, id: number): Promise<void> {
  await server.transaction(async (client) => {
    await lockAlone(client, "intake", id);
    await client.query(
      `UPDATE croupier_rounds SET state = 'closed', reports = (SELECT reports FROM croupier_counts WHERE round = $1)
       WHERE id = $1 AND state = 'collecting'`,
      [id],
    );
  });
}

/** Ends the intake: keeps the outcome, drops the round's partitions and its order key. */
export function endIntake(
  server: PostgresServer,
  id: number,
  state: "released" | "cancelled",
  outcome: string,
): Promise<boolean> {
  return server.transaction(async (client) => {
    await lockAlone(client, "intake", id);
    const from = state === "released" ? "('closed')" : OPEN_STATES;
    const changed = await client.query(
      `UPDATE croupier_rounds SET state = $2, outcome = $3, order_key = NULL,
         reports = (SELECT reports FROM croupier_counts WHERE round = $1)
       WHERE id = $1 AND state IN ${from} RETURNING id`,
      [id, state, outcome],
    );
    if (changed.length === 0) return false;
    const dropped = state === "cancelled" ? [...INTAKE_TABLES, "batches"] : INTAKE_TABLES;
    for (const table of dropped) await client.query(`DROP TABLE croupier_${table}_${id}`);
    await client.query("DELETE FROM croupier_counts WHERE round = $1", [id]);
    return true;
  });
}

/** From `released` to `done` or `expired`: the batch's partition is dropped. */
export function dropBatches(
  server: PostgresServer,
  id: number,
  state: "done" | "expired",
  result: string | undefined,
): Promise<boolean> {
  return server.transaction(async (client) => {
    const update =
      "UPDATE croupier_rounds SET state = $2, result = $3 WHERE id = $1 AND state = 'released' RETURNING id";
    if ((await client.query(update, [id, state, result ?? null])).length === 0) return false;
    await client.query(`DROP TABLE croupier_batches_${id}`);
    return true;
  });
}

/** A round as the shuffler asks for it. */
export function roundOf(row: PostgresRow): ShufflerRound {
  const text = (name: string): string | undefined => (row[name] === null ? undefined : String(row[name]));
  const state = row.state as RoundState;
  const orderKey = row.order_key === null ? undefined : new Uint8Array(row.order_key as Uint8Array);
  return {
    study: String(row.study),
    number: Number(row.number),
    state,
    announcementId: String(row.announcement_id),
    announcement: String(row.announcement),
    opening: String(row.opening),
    publicKey: String(row.public_key),
    closesAt: Number(row.closes_at),
    cap: Number(row.cap),
    slots: Number(row.slots),
    orderKey,
    reports: row.reports === null ? undefined : Number(row.reports),
    outcome: text("outcome"),
    result: text("result"),
  };
}
