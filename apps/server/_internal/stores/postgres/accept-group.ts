import type { Acceptance, Upload } from "../../../../../src/federated/shuffler/shuffler-store.js";
import { lockShared } from "./locks.js";
import type { PostgresClient } from "./postgres-client.js";
import type { PostgresServer } from "./postgres-server.js";

/** A row by its place. */
interface PlacedRow {
  readonly slot: number;
  readonly key: Uint8Array;
  readonly bytes: Uint8Array;
}

/** What was new of a group. */
interface Inserted {
  readonly senders: ReadonlySet<string>;
  /** `slot key`. */
  readonly rows: ReadonlySet<string>;
}

/** Where a group goes. */
export interface GroupPlace {
  readonly server: PostgresServer;
  readonly round: number;
  /** Asks for room for `wanted` reports in this database; answers how many it may hold. */
  readonly room: (wanted: number) => Promise<number>;
}

/**
 * Accepts uploads that share neither a sender nor a row, in one transaction. Inserts first and looks at what
 * was new: nearly every upload is. Takes back what it inserted of one that is not accepted.
 */
export function acceptGroup(
  { server, round, room }: GroupPlace,
  uploads: readonly Upload[],
): Promise<readonly Acceptance[]> {
  return server.transaction(async (client) => {
    // Closing takes this lock alone: what is accepted is counted, or the round is closed before.
    await lockShared(client, "intake", round);
    const [row] = await client.query("SELECT state FROM croupier_intakes WHERE round = $1", [round]);
    if (row?.state !== "collecting") return uploads.map(() => "closed" as const);
    const inserted = await insert(client, round, uploads);
    const answers = uploads.map((upload) => answerOf(upload, inserted));
    const full = await count(client, round, answers, room);
    const refused = uploads.filter((_, index) => full[index] !== "accepted" && full[index] !== "repeated");
    if (refused.length > 0) await takeBack(client, round, refused, inserted);
    return full;
  });
}

async function insert(client: PostgresClient, round: number, uploads: readonly Upload[]): Promise<Inserted> {
  // In one order in every process, or two of them wait for each other.
  const senders = uploads.map(({ sender }) => Buffer.from(sender)).sort(Buffer.compare);
  const newSenders = await client.query(
    `INSERT INTO croupier_senders (round, digest) SELECT $1, digest FROM unnest($2::bytea[]) AS digest
     ON CONFLICT DO NOTHING RETURNING digest`,
    [round, senders],
  );
  const newRows = await insertRows(client, round, uploads.flatMap(placed));
  return {
    senders: new Set(newSenders.map(({ digest }) => hex(digest as Uint8Array))),
    rows: new Set(newRows),
  };
}

/** Inserts rows whose place is free. @returns `slot key` of each */
export async function insertRows(
  client: PostgresClient,
  round: number,
  rows: readonly PlacedRow[],
): Promise<readonly string[]> {
  const sorted = [...rows].sort((a, b) => a.slot - b.slot || Buffer.compare(a.key, b.key));
  const inserted = await client.query(
    `INSERT INTO croupier_records (round, slot, key, bytes)
     SELECT $1, slot, key, bytes FROM unnest($2::int[], $3::bytea[], $4::bytea[]) AS given (slot, key, bytes)
     ON CONFLICT DO NOTHING RETURNING slot, key`,
    [
      round,
      sorted.map(({ slot }) => slot),
      sorted.map(({ key }) => Buffer.from(key)),
      sorted.map(({ bytes }) => Buffer.from(bytes)),
    ],
  );
  return inserted.map(({ slot, key }) => placeOf(slot as number, key as Uint8Array));
}

function answerOf({ sender, rows }: Upload, inserted: Inserted): Acceptance {
  const isNew = rows.map(({ key }, slot) => inserted.rows.has(placeOf(slot, key)));
  const isNewSender = inserted.senders.has(hex(sender));
  if (isNewSender && isNew.every(Boolean)) return "accepted";
  return isNewSender || isNew.some(Boolean) ? "conflict" : "repeated";
}

/**
 * Counts what is accepted, last of all: the count's row is held until the commit. Beyond the room: full. A
 * retry is written too, though it counts nothing: its commit waits until a standby has what came before it.
 */
async function count(
  client: PostgresClient,
  round: number,
  answers: readonly Acceptance[],
  room: GroupPlace["room"],
): Promise<readonly Acceptance[]> {
  const accepted = answers.filter((answer) => answer === "accepted").length;
  if (answers.every((answer) => answer === "conflict")) return answers;
  const update =
    "UPDATE croupier_intakes SET reports = reports + $2 WHERE round = $1 RETURNING reports, room";
  const [row] = await client.query(update, [round, accepted]);
  const reports = Number(row!.reports);
  let most = Number(row!.room);
  if (accepted > 0 && reports > most) {
    most = Math.max(most, await room(reports));
    const keep = "UPDATE croupier_intakes SET room = $2, reports = least(reports, $2) WHERE round = $1";
    await client.query(keep, [round, most]);
  }
  let left = most - (reports - accepted);
  return answers.map((answer) => {
    if (answer !== "accepted") return answer;
    left -= 1;
    return left >= 0 ? "accepted" : "full";
  });
}

async function takeBack(
  client: PostgresClient,
  round: number,
  uploads: readonly Upload[],
  inserted: Inserted,
): Promise<void> {
  const senders = uploads.map(({ sender }) => sender).filter((sender) => inserted.senders.has(hex(sender)));
  await client.query("DELETE FROM croupier_senders WHERE round = $1 AND digest = ANY($2::bytea[])", [
    round,
    senders.map((sender) => Buffer.from(sender)),
  ]);
  const rows = uploads.flatMap(placed).filter(({ slot, key }) => inserted.rows.has(placeOf(slot, key)));
  await client.query(
    `DELETE FROM croupier_records USING unnest($2::int[], $3::bytea[]) AS given (slot, key)
     WHERE croupier_records.round = $1 AND croupier_records.slot = given.slot AND croupier_records.key = given.key`,
    [round, rows.map(({ slot }) => slot), rows.map(({ key }) => Buffer.from(key))],
  );
}

function placed({ rows }: Upload): readonly PlacedRow[] {
  return rows.map((row, slot) => ({ slot, ...row }));
}

function placeOf(slot: number, key: Uint8Array): string {
  return `${slot} ${hex(key)}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
}
