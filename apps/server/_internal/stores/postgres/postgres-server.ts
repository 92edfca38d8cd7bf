import pg from "pg";
import { DpError } from "../../../../../src/errors.js";
import { tryLockConnection, unlockConnection } from "./locks.js";
import type { PostgresClient } from "./postgres-client.js";

/** Connections to one database. Errors are the program's: a server that is away is `STORE_UNAVAILABLE`. */
export interface PostgresServer extends PostgresClient {
  /** Host and database: what may be printed of the URL. */
  readonly name: string;
  /** Runs work in a transaction: all of it is done and on the disk, or nothing. */
  transaction<Result>(work: (client: PostgresClient) => Promise<Result>): Promise<Result>;
  /**
   * Runs work while no other connection of any process runs work of this id. The signal comes when the
   * connection is lost that says so: the work may then run elsewhere too.
   *
   * @returns undefined where another one runs it
   */
  alone<Result>(
    id: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined>;
  shut(): Promise<void>;
}

const CONNECTIONS = 8;
/** How long a connection may take to come free or be made, and a lock or a statement to end. */
const CONNECT_MS = 20_000;
const STATEMENT_MS = 60_000;

/** Opens connections when they are needed. */
export function openPostgres(url: string): PostgresServer {
  const name = nameOf(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    application_name: "croupier-server",
  });
  // A connection that is lost while nobody uses it: the next query makes another.
  pool.on("error", () => undefined);
  const within = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw postgresError(name, error);
    }
  };
  return {
    name,
    query: (sql, values = []) => within(async () => (await pool.query(sql, [...values])).rows),
    transaction: (work) => within(() => inTransaction(pool, work)),
    alone: (id, work) => within(() => aloneInPool(pool, id, work)),
    shut: () => pool.end(),
  };
}

/**
 * A commit that waits for a standby must not be cut short: the server would call it done, while the standby
 * that may take its place has not heard of it.
 */
const COMMIT = "SET LOCAL statement_timeout = 0; COMMIT";

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: PostgresClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  const lost = (): void => undefined; // the query that is running rejects
  connection.on("error", lost);
  let failure: Error | undefined;
  try {
    await connection.query("BEGIN");
    const result = await work(clientOf(connection));
    await connection.query(COMMIT);
    return result;
  } catch (error) {
    failure = error as Error;
    await connection.query("ROLLBACK").then(
      () => {
        failure = undefined;
      },
      () => undefined,
    );
    throw error;
  } finally {
    connection.off("error", lost);
    connection.release(failure);
  }
}

/** A process that hangs loses its connection after this time, and another leads. */
const SILENT_MS = 30_000;
const BEAT_MS = 5_000;

async function aloneInPool<Result>(
  pool: pg.Pool,
  id: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const connection = await pool.connect();
  const client = clientOf(connection);
  const lost = new AbortController();
  const lose = (): void => lost.abort();
  connection.on("error", lose);
  let beat: NodeJS.Timeout | undefined;
  try {
    if (!(await tryLockConnection(client, "lead", id))) return undefined;
    await client.query(`SET idle_session_timeout = ${SILENT_MS}`);
    beat = setInterval(() => void client.query("SELECT 1").catch(lose), BEAT_MS);
    const result = await work(lost.signal);
    if (!lost.signal.aborted) await unlockConnection(client, "lead", id).catch(lose);
    return { result };
  } finally {
    clearInterval(beat);
    // Not used again: closing it gives the lock back in any case.
    connection.release(true);
    connection.off("error", lose);
  }
}

function clientOf(connection: pg.PoolClient): PostgresClient {
  return { query: async (sql, values = []) => (await connection.query(sql, [...values])).rows };
}

/**
 * Classes of SQLSTATE: lost connections, resources, the operator's doing, the system's; conflicts of locks.
 */
const UNAVAILABLE = /^(08|53|57|58|40|25006|55000|55P03)/;

/** A driver's error in the program's words; those of this program's making stay as they are. */
function postgresError(value: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DpError) return error;
  const { code } = error as { readonly code?: unknown };
  const isState = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  if (isState && !UNAVAILABLE.test(code)) return error;
  const message = `store: ${value} cannot be read or written: ${error.message}; nothing was acknowledged, try again`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "store", value }, error);
}

/** Without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
