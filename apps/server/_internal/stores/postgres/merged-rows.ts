import type { PostgresServer } from "./postgres-server.js";

/** Bytes of a part, about; fewer from each database, of which one page is in memory. */
const PAGE_BYTES = 1 << 20;
const FIRST_ROWS = 64;
const MAX_ROWS = 8192;

interface Row {
  readonly key: Buffer;
  readonly bytes: Buffer;
}

/** The rows of one database by their keys, a page at a time. */
class Pages {
  readonly #server: PostgresServer;
  readonly #place: readonly [round: number, slot: number];
  #after: Buffer = Buffer.alloc(0);
  #rows = FIRST_ROWS;
  #isOver = false;
  #page: readonly Row[] = [];
  #next = 0;

  constructor(server: PostgresServer, round: number, slot: number) {
    this.#server = server;
    this.#place = [round, slot];
  }

  /**
   * Reads the next page where this one is used up.
   *
   * @returns the last key in memory; undefined after the end
   */
  async fill(): Promise<Buffer | undefined> {
    if (this.#next === this.#page.length && !this.#isOver) await this.#read();
    return this.#page.length === this.#next ? undefined : this.#page.at(-1)!.key;
  }

  get first(): Row | undefined {
    return this.#page[this.#next];
  }

  take(): Buffer {
    return this.#page[this.#next++]!.bytes;
  }

  async #read(): Promise<void> {
    const rows = await this.#server.query(
      `SELECT key, bytes FROM croupier_records WHERE round = $1 AND slot = $2 AND key > $3 ORDER BY key LIMIT ${this.#rows}`,
      [...this.#place, this.#after],
    );
    this.#page = rows as unknown as readonly Row[];
    this.#next = 0;
    this.#isOver = rows.length < this.#rows;
    const last = this.#page.at(-1);
    if (last === undefined) return;
    this.#after = last.key;
    this.#rows = Math.min(MAX_ROWS, Math.max(1, Math.floor(PAGE_BYTES / last.bytes.length)));
  }
}

/**
 * The sealed bytes of a round's slot in several databases in the order of their keys, in parts. No more than
 * a page of each database is in memory. Equal keys, of equal bytes, all stay.
 */
export async function* mergedRows(
  servers: readonly PostgresServer[],
  round: number,
  slot: number,
): AsyncIterable<Uint8Array> {
  const pages = servers.map((server) => new Pages(server, round, slot));
  for (;;) {
    const lasts = (await Promise.all(pages.map((each) => each.fill()))).filter((key) => key !== undefined);
    if (lasts.length === 0) return;
    // Up to this key nothing is missing from any page.
    const limit = lasts.reduce((least, key) => (Buffer.compare(key, least) < 0 ? key : least));
    const part: Buffer[] = [];
    for (let next = leastOf(pages, limit); next !== undefined; next = leastOf(pages, limit))
      part.push(next.take());
    yield new Uint8Array(Buffer.concat(part));
  }
}

/** The pages whose first row is the least of all, up to a key. */
function leastOf(pages: readonly Pages[], limit: Buffer): Pages | undefined {
  let least: Pages | undefined;
  for (const each of pages) {
    const { first } = each;
    if (first === undefined || Buffer.compare(first.key, limit) > 0) continue;
    if (least === undefined || Buffer.compare(first.key, least.first!.key) < 0) least = each;
  }
  return least;
}
