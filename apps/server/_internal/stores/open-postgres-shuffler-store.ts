import { DpError } from "../../../../src/errors.js";
import { type ShufflerStore, UNFINISHED } from "../../../../src/federated/shuffler/shuffler-store.js";
import { KnownRounds } from "./known-rounds.js";
import type { OpenShufflerStore } from "./opened-shuffler-store.js";
import { acceptGroup, insertRows } from "./postgres/accept-group.js";
import { readBatchParts, writeBatchParts } from "./postgres/batch-parts.js";
import { EnrolledLookups } from "./postgres/enrolled-lookups.js";
import { giveRoom } from "./postgres/give-room.js";
import { sweepIntakes } from "./postgres/intakes.js";
import { lockShared } from "./postgres/locks.js";
import { mergedRows } from "./postgres/merged-rows.js";
import { migrate } from "./postgres/migrate.js";
import { openPostgres, type PostgresServer } from "./postgres/postgres-server.js";
import { shardOf } from "./postgres/shard-of.js";
import {
  chainLength,
  closeRound,
  dropBatches,
  endIntake,
  isFull,
  openRound,
  type RoundPlace,
  roundOf,
} from "./postgres/shuffler-rounds.js";
import { takePlaces } from "./postgres/take-places.js";
import { UploadGroups } from "./postgres/upload-groups.js";
import { dropWeights, keepWeights, weightsOf } from "./postgres/weights.js";

/**
 * A shuffler's store in PostgreSQL: any number of processes share it. Uploads that arrive while a transaction
 * runs share the next one, and none is acknowledged before its commit. A round's rows are in partitions of
 * its own, which are dropped whole; the batch is in the database too, so that every process serves it.
 *
 * Of several databases the first keeps rounds, credentials, ledger and batches, and each a part of the rows:
 * that of an upload is chosen by its sender, that of a dummy by its key.
 *
 * @param urls `postgres://user@host/database`; a password may stand in it, in PGPASSWORD or in ~/.pgpass
 * @throws DpError STORE_UNAVAILABLE a server does not answer; DATA_UNREADABLE a newer program made the
 *   tables; UNSUPPORTED commits are not synced; BAD_INPUT they are not in the order in which they were first
 *   named
 */
export async function openPostgresShufflerStore(urls: readonly string[]): Promise<OpenShufflerStore> {
  const servers = urls.map((url) => openPostgres(url));
  try {
    for (const server of servers) await migrate(server);
    await takePlaces(servers);
  } catch (error) {
    for (const server of servers) await server.shut();
    throw error;
  }
  return new PostgresShufflerStore(servers);
}

class PostgresShufflerStore implements OpenShufflerStore {
  readonly isShared = true;
  readonly #servers: readonly PostgresServer[];
  readonly #first: PostgresServer;
  readonly #known: KnownRounds;
  /** A round's databases never change. */
  readonly #places = new Map<string, Promise<RoundPlace | undefined>>();
  readonly #lookups = new Map<string, EnrolledLookups>();
  /** By round, one for each database. */
  readonly #groups = new Map<number, readonly UploadGroups[]>();
  /** Whether a database may have rows of a round that is over. */
  #isUnswept = true;

  constructor(servers: readonly PostgresServer[]) {
    this.#servers = servers;
    this.#first = servers[0]!;
    this.#known = new KnownRounds(async (study, number) => {
      const select = "SELECT * FROM croupier_rounds WHERE study = $1 AND number = $2";
      const [row] = await this.#first.query(select, [study, number]);
      return row === undefined ? undefined : roundOf(row);
    });
  }

  async enrol(study: string, digests: readonly Uint8Array[]): Promise<void> {
    const sorted = digests.map((digest) => Buffer.from(digest)).sort(Buffer.compare);
    await this.#first.query(
      "INSERT INTO croupier_enrolled (study, digest) SELECT $1, digest FROM unnest($2::bytea[]) AS digest ON CONFLICT DO NOTHING",
      [study, sorted],
    );
  }

  isEnrolled(study: string, digest: Uint8Array): Promise<boolean> {
    const lookups = this.#lookups.get(study) ?? new EnrolledLookups(this.#first, study);
    this.#lookups.set(study, lookups);
    return lookups.isEnrolled(digest);
  }

  chainLength(ledger: string): Promise<number> {
    return chainLength(this.#first, ledger);
  }

  async chain(ledger: string, after: number): Promise<readonly string[]> {
    const select = "SELECT entry FROM croupier_chain WHERE ledger = $1 AND sequence > $2 ORDER BY sequence";
    return (await this.#first.query(select, [ledger, after])).map(({ entry }) => String(entry));
  }

  openRound(...given: Parameters<ShufflerStore["openRound"]>): Promise<boolean> {
    const opened = openRound(this.#servers, ...given);
    opened.catch(() => {
      this.#isUnswept = true;
    });
    return this.#known.changedBy(opened);
  }

  round(study: string, number: number): ReturnType<ShufflerStore["round"]> {
    return this.#known.round(study, number);
  }

  async rounds(study: string): ReturnType<ShufflerStore["rounds"]> {
    const select = "SELECT * FROM croupier_rounds WHERE study = $1 ORDER BY number";
    return (await this.#first.query(select, [study])).map(roundOf);
  }

  async lastRound(study: string): ReturnType<ShufflerStore["lastRound"]> {
    const select = "SELECT * FROM croupier_rounds WHERE study = $1 ORDER BY number DESC LIMIT 1";
    return (await this.#first.query(select, [study])).map(roundOf)[0];
  }

  async unfinishedRounds(study: string): ReturnType<ShufflerStore["unfinishedRounds"]> {
    const select = "SELECT * FROM croupier_rounds WHERE study = $1 AND state = ANY ($2) ORDER BY number";
    return (await this.#first.query(select, [study, UNFINISHED])).map(roundOf);
  }

  keepWeights(study: string, sha256: string, bytes: Uint8Array): Promise<void> {
    return keepWeights(this.#first, study, sha256, bytes);
  }

  weights(study: string, sha256: string): Promise<Uint8Array | undefined> {
    return weightsOf(this.#first, study, sha256);
  }

  dropWeights(study: string, kept: readonly string[]): Promise<void> {
    return dropWeights(this.#first, study, kept);
  }

  async accept(
    ...[study, number, upload]: Parameters<ShufflerStore["accept"]>
  ): ReturnType<ShufflerStore["accept"]> {
    const place = await this.#place(study, number);
    if (place === undefined) return "closed";
    const groups = this.#groups.get(place.id) ?? this.#groupsOf(place);
    this.#groups.set(place.id, groups);
    return groups[shardOf(upload.sender, groups.length)]!.accept(upload);
  }

  async addDummies(...[study, number, slot, rows]: Parameters<ShufflerStore["addDummies"]>): Promise<void> {
    const place = await this.#place(study, number);
    if (place === undefined) return;
    const { id, servers } = place;
    for (const [shard, server] of servers.entries()) {
      const own = rows.filter(({ key }) => shardOf(key, servers.length) === shard);
      if (own.length === 0) continue;
      await server.transaction(async (client) => {
        await lockShared(client, "intake", id);
        const intake = await client.query("SELECT state FROM croupier_intakes WHERE round = $1", [id]);
        if (intake.length === 0) return;
        const placed = own.map((each) => ({ slot, ...each }));
        await insertRows(client, id, placed);
      });
    }
  }

  async hasRows(
    ...[study, number, slot, keys]: Parameters<ShufflerStore["hasRows"]>
  ): Promise<readonly boolean[]> {
    const place = await this.#place(study, number);
    if (place === undefined) return keys.map(() => false);
    const given = keys.map((key) => Buffer.from(key));
    const select =
      "SELECT key FROM croupier_records WHERE round = $1 AND slot = $2 AND key = ANY($3::bytea[])";
    const rows = await Promise.all(place.servers.map((each) => each.query(select, [place.id, slot, given])));
    const found = new Set(rows.flat().map(({ key }) => (key as Buffer).toString("hex")));
    return given.map((key) => found.has(key.toString("hex")));
  }

  async isFull(study: string, number: number): Promise<boolean> {
    const place = await this.#place(study, number);
    return place !== undefined && isFull(place);
  }

  async close(study: string, number: number): Promise<void> {
    const place = await this.#place(study, number);
    if (place !== undefined) await this.#known.changedBy(closeRound(place));
  }

  async *rows(study: string, number: number, slot: number): AsyncIterable<Uint8Array> {
    const place = await this.#place(study, number);
    if (place !== undefined) yield* mergedRows(place.servers, place.id, slot);
  }

  async writeBatch(...[study, number, slot, parts]: Parameters<ShufflerStore["writeBatch"]>): Promise<void> {
    const place = await this.#place(study, number);
    if (place !== undefined) await writeBatchParts(this.#first, { round: place.id, slot }, parts);
  }

  async readBatch(
    ...[study, number, slot, offset, length]: Parameters<ShufflerStore["readBatch"]>
  ): Promise<Uint8Array> {
    const place = await this.#place(study, number);
    if (place === undefined) return new Uint8Array();
    return readBatchParts(this.#first, { round: place.id, slot }, offset, length);
  }

  async endIntake(
    ...[study, number, state, outcome]: Parameters<ShufflerStore["endIntake"]>
  ): Promise<boolean> {
    const place = await this.#place(study, number);
    if (place === undefined) return false;
    this.#groups.delete(place.id);
    const { hasEnded, isLeft } = await this.#known.changedBy(endIntake(place, state, outcome));
    if (isLeft) this.#isUnswept = true;
    return hasEnded;
  }

  async drop(...[study, number, state, result]: Parameters<ShufflerStore["drop"]>): Promise<boolean> {
    const place = await this.#place(study, number);
    return place !== undefined && this.#known.changedBy(dropBatches(this.#first, place.id, state, result));
  }

  lead<Result>(
    study: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    return this.#first.alone(Number.parseInt(study.slice(0, 8), 16) | 0, async (signal) => {
      if (this.#isUnswept) await sweepIntakes(this.#first, this.#servers.slice(1));
      this.#isUnswept = false;
      return work(signal);
    });
  }

  async counts(): ReturnType<OpenShufflerStore["counts"]> {
    const rows = await this.#first.query(
      `SELECT CASE WHEN state IN ('collecting', 'closed') THEN 'intake' ELSE state END AS stage, count(*) AS rounds,
         coalesce(sum(reports), 0) AS reports FROM croupier_rounds GROUP BY stage`,
    );
    return rows.map(({ stage, rounds, reports }) => ({
      state: String(stage),
      rounds: Number(rounds),
      reports: Number(reports),
    }));
  }

  async shut(): Promise<void> {
    for (const server of this.#servers) await server.shut();
  }

  #groupsOf({ id, servers }: RoundPlace): readonly UploadGroups[] {
    return servers.map((server, shard) => {
      const room = (wanted: number): Promise<number> =>
        giveRoom(this.#first, { round: id, shard, shards: servers.length, wanted });
      return new UploadGroups((uploads) => acceptGroup({ server, round: id, room }, uploads));
    });
  }

  /** One query for all who ask at once. */
  #place(study: string, number: number): Promise<RoundPlace | undefined> {
    const name = `${study} ${number}`;
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const asked = this.#askPlace(study, number);
    this.#places.set(name, asked);
    const forget = (): boolean => this.#places.delete(name);
    asked.then((place) => place ?? forget(), forget);
    return asked;
  }

  async #askPlace(study: string, number: number): Promise<RoundPlace | undefined> {
    const select = "SELECT id, shards FROM croupier_rounds WHERE study = $1 AND number = $2";
    const [row] = await this.#first.query(select, [study, number]);
    if (row === undefined) return undefined;
    const shards = Number(row.shards);
    if (shards > this.#servers.length) throw tooFew(this.#servers.length, shards);
    return { id: Number(row.id), servers: this.#servers.slice(0, shards) };
  }
}

/** Another process opened the round with more databases. */
function tooFew(value: number, shards: number): DpError {
  const allowed = `the ${shards} databases of the round`;
  const message = `--store must name ${allowed}, names ${value}; start this process again with all of them`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "--store", value, allowed });
}
