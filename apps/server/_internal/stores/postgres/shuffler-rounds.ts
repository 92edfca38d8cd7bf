import type {
  ChainPart,
  OpenedRound,
  RoundState,
  ShufflerRound,
} from "../../../../../src/federated/shuffler/shuffler-store.js";
import { describedRound } from "../round-of-row.js";
import { closeIntake, dropIntake, lostIntake, makeIntake, makePartition, removeIntake } from "./intakes.js";
import { lockAlone } from "./locks.js";
import type { PostgresClient, PostgresRow } from "./postgres-client.js";
import type { PostgresServer } from "./postgres-server.js";

const OPEN_STATES = "('collecting', 'closed')";

/** A round's number in its databases. */
export interface RoundPlace {
  readonly id: number;
  /** The first keeps the round, its room and its batch; its rows are spread over all. */
  readonly servers: readonly PostgresServer[];
}

/**
 * Appends to the chain and opens a round with its partitions in all databases, or neither. The others' come
 * first: a round that is there collects everywhere. What a crash leaves in them is swept.
 */
export function openRound(
  servers: readonly PostgresServer[],
  round: OpenedRound,
  chain: ChainPart,
): Promise<boolean> {
  return servers[0]!.transaction(async (client) => {
    await lockAlone(client, "rounds", 0);
    if ((await chainLength(client, chain.ledger)) !== chain.after) return false;
    if (!(await mayOpen(client, round))) return false;
    const id = await nextId(client);
    for (const server of servers.slice(1)) await server.transaction((other) => makeIntake(other, id));
    await insertRound(client, id, round, servers.length);
    for (const [index, entry] of chain.entries.entries()) {
      const insert = "INSERT INTO croupier_chain (ledger, sequence, entry) VALUES ($1, $2, $3)";
      await client.query(insert, [chain.ledger, chain.after + index + 1, entry]);
    }
    return true;
  });
}

/** Never used twice, whatever becomes of the round. */
async function nextId(client: PostgresClient): Promise<number> {
  const select = "SELECT nextval(pg_get_serial_sequence('croupier_rounds', 'id')) AS id";
  return Number((await client.query(select))[0]!.id);
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

async function insertRound(
  client: PostgresClient,
  id: number,
  round: OpenedRound,
  shards: number,
): Promise<void> {
  await client.query(
    `INSERT INTO croupier_rounds (id, study, number, state, announcement_id, announcement, opening, public_key,
       closes_at, cap, slots, order_key, shards) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, 'collecting', $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
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
      shards,
    ],
  );
  await makeIntake(client, id);
  await makePartition(client, "batches", id);
}

/** Whether the databases together have as many uploads as the round may have. */
export async function isFull({ id, servers }: RoundPlace): Promise<boolean> {
  const [row] = await servers[0]!.query("SELECT cap FROM croupier_rounds WHERE id = $1", [id]);
  const select = "SELECT count(*) AS senders FROM croupier_senders WHERE round = $1";
  const counts = await Promise.all(servers.map((server) => server.query(select, [id])));
  return sum(counts.map(([own]) => Number(own!.senders))) >= Number(row!.cap);
}

/**
 * From `collecting` to `closed` with the number of reports, when all databases have closed; a later state
 * stays.
 */
export async function closeRound({ id, servers }: RoundPlace): Promise<void> {
  const first = servers[0]!;
  const collects = async (): Promise<boolean> => {
    const select = "SELECT state FROM croupier_rounds WHERE id = $1";
    return (await first.query(select, [id]))[0]!.state === "collecting";
  };
  if (!(await collects())) return;
  const counts = await closeIntakes({ id, servers });
  const lost = servers.find((_, index) => counts[index] === undefined);
  if (lost === undefined) {
    const update =
      "UPDATE croupier_rounds SET state = 'closed', reports = $2 WHERE id = $1 AND state = 'collecting'";
    await first.query(update, [id, sum(counts)]);
    return;
  }
  // Another process may have ended the round meanwhile.
  if (await collects()) throw lostIntake(lost.name);
}

function closeIntakes({ id, servers }: RoundPlace): Promise<readonly (number | undefined)[]> {
  return Promise.all(servers.map((server) => closeIntake(server, id)));
}

function sum(counts: readonly (number | undefined)[]): number {
  return counts.reduce<number>((all, count) => all + (count ?? 0), 0);
}

/**
 * Ends the intake: keeps the outcome, removes the round's rows and its order key. A round that collects is
 * closed in all databases before.
 *
 * @returns whether it ended, and whether rows are left in a database that did not answer
 */
export async function endIntake(
  { id, servers }: RoundPlace,
  state: "released" | "cancelled",
  outcome: string,
): Promise<{ readonly hasEnded: boolean; readonly isLeft: boolean }> {
  const [first, ...others] = servers as [PostgresServer, ...PostgresServer[]];
  const counts = state === "cancelled" ? await countsOfCollecting({ id, servers }) : [];
  const hasEnded = await first.transaction(async (client) => {
    await lockAlone(client, "intake", id);
    const from = state === "released" ? "('closed')" : OPEN_STATES;
    const changed = await client.query(
      `UPDATE croupier_rounds SET state = $2, outcome = $3, order_key = NULL, reports = coalesce(reports, $4)
       WHERE id = $1 AND state IN ${from} RETURNING id`,
      [id, state, outcome, sum(counts)],
    );
    if (changed.length === 0) return false;
    await removeIntake(client, id);
    if (state === "cancelled") await client.query(`DROP TABLE croupier_batches_${id}`);
    await client.query("DELETE FROM croupier_room WHERE round = $1", [id]);
    return true;
  });
  if (!hasEnded) return { hasEnded, isLeft: false };
  const dropped = await Promise.allSettled(others.map((server) => dropIntake(server, id)));
  return { hasEnded, isLeft: dropped.some(({ status }) => status === "rejected") };
}

/** A closed round has its count already. */
async function countsOfCollecting(place: RoundPlace): Promise<readonly (number | undefined)[]> {
  const select = "SELECT state FROM croupier_rounds WHERE id = $1";
  const [row] = await place.servers[0]!.query(select, [place.id]);
  return row!.state === "collecting" ? closeIntakes(place) : [];
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
  const state = row.state as RoundState;
  const orderKey = row.order_key === null ? undefined : new Uint8Array(row.order_key as Uint8Array);
  return {
    ...describedRound(row),
    state,
    orderKey,
    reports: row.reports === null ? undefined : Number(row.reports),
    outcome: row.outcome === null ? undefined : String(row.outcome),
  };
}
