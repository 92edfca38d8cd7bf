import { chmodSync, existsSync } from "node:fs";
import type { SqlDatabase, SqlStatement } from "./sql-database.js";
import { connect, DEFAULT_DRIVER, type SqlDriver } from "./sql-drivers.js";
import { damaged, withSqlErrors } from "./sql-error.js";

/** A kind of database file: what it is known by, and the steps that made it what it is. */
export interface SqlSchema {
  /** In the file's header, so that no other program's file is taken for one. */
  readonly applicationId: number;
  /**
   * SQL by version: the first makes an empty file a version 1, the next one makes version 1 a version 2.
   * Forward only.
   */
  readonly steps: readonly string[];
  /** Whether deleted rows are overwritten. */
  readonly secureDelete?: boolean;
}

/** Pages kept in memory by a connection, KiB. */
const CACHE_KIB = 32_768;
/** Pages in the write-ahead log before they are moved into the file: fewer moves, more memory on disk. */
const CHECKPOINT_PAGES = 4000;
/** How long a transaction waits for another process's. */
const BUSY_MS = 10_000;

/**
 * Opens a database file, makes it where there is none, and takes an older version's forward. Commits are on
 * the disk when they return.
 *
 * @throws DpError DATA_UNREADABLE the file is damaged, another program's or a newer version's;
 *   STORE_UNAVAILABLE it cannot be opened now
 */
export function openSqlDatabase(
  path: string,
  schema: SqlSchema,
  driver: SqlDriver = DEFAULT_DRIVER,
): SqlDatabase {
  return withSqlErrors(path, () => {
    const isNew = !existsSync(path);
    const database = connect(path, driver);
    try {
      if (isNew) chmodSync(path, 0o600);
      configure(database, schema);
      migrate(path, database, schema);
      return guarded(path, database);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Runs work in a transaction that excludes all others of the file: all of it is done, or nothing. */
export function inTransaction<Result>(database: SqlDatabase, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  let result: Result;
  try {
    result = work();
    database.exec("COMMIT");
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // A full disk has ended the transaction already.
    }
    throw error;
  }
  return result;
}

function configure(database: SqlDatabase, { secureDelete }: SqlSchema): void {
  const pragmas = {
    busy_timeout: BUSY_MS,
    journal_mode: "WAL",
    synchronous: "FULL",
    cache_size: -CACHE_KIB,
    wal_autocheckpoint: CHECKPOINT_PAGES,
    secure_delete: secureDelete === true ? "ON" : "OFF",
  };
  for (const [name, value] of Object.entries(pragmas)) database.prepare(`PRAGMA ${name} = ${value}`).get();
}

function migrate(path: string, database: SqlDatabase, { applicationId, steps }: SqlSchema): void {
  inTransaction(database, () => {
    const version = pragma(database, "user_version");
    const owner = pragma(database, "application_id");
    const tables = Number(database.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()!.tables);
    const isEmpty = version === 0 && owner === 0 && tables === 0;
    if (!isEmpty && owner !== applicationId) throw damaged(path, "it has another program's mark");
    if (version > steps.length) throw damaged(path, `a newer program made it, version ${version}`);
    if (!isEmpty) checkWhole(path, database);
    if (version === steps.length) return;
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

/** A file that was cut off opens well until the missing page is read. */
function checkWhole(path: string, database: SqlDatabase): void {
  const answer = database.prepare("PRAGMA quick_check(1)").get()?.quick_check;
  if (answer !== "ok") throw damaged(path, String(answer));
}

function pragma(database: SqlDatabase, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()![name]);
}

function guarded(path: string, database: SqlDatabase): SqlDatabase {
  return {
    exec: (sql) => withSqlErrors(path, () => database.exec(sql)),
    close() {
      // One driver closes when the last statement is collected as garbage: the file is whole before.
      database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
      database.close();
    },
    prepare(sql): SqlStatement {
      const statement = withSqlErrors(path, () => database.prepare(sql));
      return {
        run: (...values) => withSqlErrors(path, () => statement.run(...values)),
        get: (...values) => withSqlErrors(path, () => statement.get(...values)),
        all: (...values) => withSqlErrors(path, () => statement.all(...values)),
      };
    },
  };
}
