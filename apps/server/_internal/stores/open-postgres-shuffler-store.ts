import type { ShufflerStore } from "../../../../src/federated/shuffler/shuffler-store.js";
import { KnownRounds } from "./known-rounds.js";
import type { OpenShufflerStore } from "./opened-shuffler-store.js";
import { acceptGroup, insertRows } from "./postgres/accept-group.js";
import { readBatchParts, writeBatchParts } from "./postgres/batch-parts.js";
import { EnrolledLookups } from "./postgres/enrolled-lookups.js";
import { lockShared } from "./postgres/locks.js";
import { migrate } from "./postgres/migrate.js";
import { openPostgres, type PostgresServer } from "./postgres/postgres-server.js";
import {
  chainLength,
  closeRound,
  dropBatches,
  endIntake,
  openRound,
  roundOf,
} from "./postgres/shuffler-rounds.js";
import { UploadGroups } from "./postgres/upload-groups.js";
import { dropWeights, keepWeights, weightsOf } from "./postgres/weights.js";

/** Rows in one part of a slot. */
const PART_ROWS = 8192;

/**
 * A shuffler's store in PostgreSQL: any number of processes share it. Uploads that arrive while a transaction
 * runs share the next one, and none is acknowledged before its commit. A round's rows are in partitions of
 * its own, which are dropped whole; the batch is in the database too, so that every process serves it.
 *
 * @param url `postgres://user@host/database`; the password may stand in it, in PGPASSWORD or in ~/.pgpass
 * @throws DpError STORE_UNAVAILABLE the server does not answer; DATA_UNREADABLE a newer program made the
 *   tables; UNSUPPORTED commits are not synced
 */
export async function openPostgresShufflerStore(url: string): Promise<OpenShufflerStore> {
  const server = openPostgres(url);
  try {
    await migrate(server);
  } catch (error) {
    await server.shut();
    throw error;
  }
  return new PostgresShufflerStore(server);
}

class PostgresShufflerStore implements OpenShufflerStore {
  readonly #server: PostgresServer;
  readonly #known: KnownRounds;
  /** Ids never change. */
  readonly #ids = new Map<string, Promise<number | undefined>>();
  readonly #lookups = new Map<string, EnrolledLookups>();
  readonly #groups = new Map<number, UploadGroups>();

  constructor(server: PostgresServer) {
    this.#server = server;
    this.#known = new KnownRounds(async (study, number) => {
      const select = "SELECT * FROM croupier_rounds WHERE study = $1 AND number = $2";
      const [row] = await server.query(select, [study, number]);
      return row === undefined ? undefined : roundOf(row);
    });
  }

  async enrol(study: string, digests: readonly Uint8Array[]): Promise<void> {
    const sorted = digests.map((digest) => Buffer.from(digest)).sort(Buffer.compare);
    await this.#server.query(
      "INSERT INTO croupier_enrolled (study, digest) SELECT $1, digest FROM unnest($2::bytea[]) AS digest ON CONFLICT DO NOTHING",
      [study, sorted],
    );
  }

  isEnrolled(study: string, digest: Uint8Array): Promise<boolean> {
    const lookups = this.#lookups.get(study) ?? new EnrolledLookups(this.#server, study);
    this.#lookups.set(study, lookups);
    return lookups.isEnrolled(digest);
  }

  chainLength(ledger: string): Promise<number> {
    return chainLength(this.#server, ledger);
  }

  async chain(ledger: string, after: number): Promise<readonly string[]> {
    const select = "SELECT entry FROM croupier_chain WHERE ledger = $1 AND sequence > $2 ORDER BY sequence";
    return (await this.#server.query(select, [ledger, after])).map(({ entry }) => String(entry));
  }

  openRound(...given: Parameters<ShufflerStore["openRound"]>): Promise<boolean> {
    return this.#known.changedBy(openRound(this.#server, ...given));
  }

  round(study: string, number: number): ReturnType<ShufflerStore["round"]> {
    return this.#known.round(study, number);
  }

  async rounds(study: string): ReturnType<ShufflerStore["rounds"]> {
    const select = "SELECT * FROM croupier_rounds WHERE study = $1 ORDER BY number";
    return (await this.#server.query(select, [study])).map(roundOf);
  }

  keepWeights(study: string, sha256: string, bytes: Uint8Array): Promise<void> {
    return keepWeights(this.#server, study, sha256, bytes);
  }

  weights(study: string, sha256: string): Promise<Uint8Array | undefined> {
    return weightsOf(this.#server, study, sha256);
  }

  dropWeights(study: string, kept: readonly string[]): Promise<void> {
    return dropWeights(this.#server, study, kept);
  }

  async accept(
    ...[study, number, upload]: Parameters<ShufflerStore["accept"]>
  ): ReturnType<ShufflerStore["accept"]> {
    const id = await this.#id(study, number);
    if (id === undefined) return "closed";
    const groups =
      this.#groups.get(id) ?? new UploadGroups((uploads) => acceptGroup(this.#server, id, uploads));
    this.#groups.set(id, groups);
    return groups.accept(upload);
  }

  async addDummies(...[study, number, slot, rows]: Parameters<ShufflerStore["addDummies"]>): Promise<void> {
    const id = await this.#id(study, number);
    if (id === undefined) return;
    await this.#server.transaction(async (client) => {
      await lockShared(client, "intake", id);
      const [row] = await client.query("SELECT state FROM croupier_rounds WHERE id = $1", [id]);
      if (row!.state !== "collecting" && row!.state !== "closed") return;
      await insertRows(
        client,
        id,
        rows.map((each) => ({ slot, ...each })),
      );
    });
  }

  async hasRows(
    ...[study, number, slot, keys]: Parameters<ShufflerStore["hasRows"]>
  ): Promise<readonly boolean[]> {
    const id = await this.#id(study, number);
    const rows = await this.#server.query(
      "SELECT key FROM croupier_records WHERE round = $1 AND slot = $2 AND key = ANY($3::bytea[])",
      [id ?? 0, slot, keys.map((key) => Buffer.from(key))],
    );
    const found = new Set(rows.map(({ key }) => (key as Buffer).toString("hex")));
    return keys.map((key) => found.has(Buffer.from(key).toString("hex")));
  }

  async close(study: string, number: number): Promise<void> {
    const id = await this.#id(study, number);
    if (id !== undefined) await this.#known.changedBy(closeRound(this.#server, id));
  }

  async *rows(study: string, number: number, slot: number): AsyncIterable<Uint8Array> {
    const id = await this.#id(study, number);
    let after = Buffer.alloc(0);
    for (;;) {
      const rows = await this.#server.query(
        `SELECT key, bytes FROM croupier_records WHERE round = $1 AND slot = $2 AND key > $3 ORDER BY key LIMIT ${PART_ROWS}`,
        [id ?? 0, slot, after],
      );
      if (rows.length === 0) return;
      yield new Uint8Array(Buffer.concat(rows.map(({ bytes }) => bytes as Uint8Array)));
      after = rows.at(-1)!.key as Buffer<ArrayBuffer>;
    }
  }

  async writeBatch(...[study, number, slot, parts]: Parameters<ShufflerStore["writeBatch"]>): Promise<void> {
    const round = await this.#id(study, number);
    if (round !== undefined) await writeBatchParts(this.#server, { round, slot }, parts);
  }

  async readBatch(
    ...[study, number, slot, offset, length]: Parameters<ShufflerStore["readBatch"]>
  ): Promise<Uint8Array> {
    const round = await this.#id(study, number);
    if (round === undefined) return new Uint8Array();
    return readBatchParts(this.#server, { round, slot }, offset, length);
  }

  async endIntake(
    ...[study, number, state, outcome]: Parameters<ShufflerStore["endIntake"]>
  ): Promise<boolean> {
    const id = await this.#id(study, number);
    if (id === undefined) return false;
    this.#groups.delete(id);
    return this.#known.changedBy(endIntake(this.#server, id, state, outcome));
  }

  async drop(...[study, number, state, result]: Parameters<ShufflerStore["drop"]>): Promise<boolean> {
    const id = await this.#id(study, number);
    return id !== undefined && this.#known.changedBy(dropBatches(this.#server, id, state, result));
  }

  async counts(): ReturnType<OpenShufflerStore["counts"]> {
    const rows = await this.#server.query(
      `SELECT CASE WHEN state IN ('collecting', 'closed') THEN 'intake' ELSE state END AS stage, count(*) AS rounds,
         coalesce(sum(reports), 0) AS reports FROM croupier_rounds GROUP BY stage`,
    );
    return rows.map(({ stage, rounds, reports }) => ({
      state: String(stage),
      rounds: Number(rounds),
      reports: Number(reports),
    }));
  }

  shut(): Promise<void> {
    return this.#server.shut();
  }

  /** One query for all who ask at once. */
  #id(study: string, number: number): Promise<number | undefined> {
    const place = `${study} ${number}`;
    const known = this.#ids.get(place);
    if (known !== undefined) return known;
    const asked = this.#askId(study, number);
    this.#ids.set(place, asked);
    const forget = (): boolean => this.#ids.delete(place);
    asked.then((id) => id ?? forget(), forget);
    return asked;
  }

  async #askId(study: string, number: number): Promise<number | undefined> {
    const select = "SELECT id FROM croupier_rounds WHERE study = $1 AND number = $2";
    const [row] = await this.#server.query(select, [study, number]);
    return row === undefined ? undefined : Number(row.id);
  }
}
