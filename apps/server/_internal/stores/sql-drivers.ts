import { createRequire } from "node:module";
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from "./sql-database.js";

/** What this program calls of `node:sqlite`. */
interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: SqlValue[]): { readonly changes: number | bigint };
    get(...values: SqlValue[]): SqlRow | undefined;
    all(...values: SqlValue[]): readonly SqlRow[];
  };
  close(): void;
}

/**
 * What this program calls of `libsql`. It takes a list of values: a single one that is an object would be
 * read as names.
 */
interface LibsqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(values: readonly SqlValue[]): { readonly changes: number };
    get(values: readonly SqlValue[]): LibsqlRow | undefined;
    all(values: readonly SqlValue[]): readonly LibsqlRow[];
  };
  close(): void;
}
type LibsqlRow = Readonly<Record<string, SqlValue | ArrayBuffer>>;

/**
 * The drivers of SQLite: the one that Node has since 22.5, and a package for older Nodes that needs no
 * compiler.
 */
export type SqlDriver = "node:sqlite" | "libsql";

const require = createRequire(import.meta.url);
/** Typed by hand: the oldest Node that is supported has no declarations of it. */
const nodeSqlite = (
  process as unknown as { getBuiltinModule?: (name: string) => unknown }
).getBuiltinModule?.("node:sqlite") as
  | { readonly DatabaseSync: new (path: string) => NodeDatabase }
  | undefined;

/** The driver that is used where nothing else is asked for. */
export const DEFAULT_DRIVER: SqlDriver = nodeSqlite === undefined ? "libsql" : "node:sqlite";

/** Opens a connection; the file is made where there is none. */
export function connect(path: string, driver: SqlDriver): SqlDatabase {
  return driver === "libsql" ? connectLibsql(path) : connectNode(path);
}

function connectNode(path: string): SqlDatabase {
  const database = new nodeSqlite!.DatabaseSync(path);
  return {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql): SqlStatement {
      const statement = database.prepare(sql);
      return {
        run: (...values) => Number(statement.run(...values).changes),
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
      };
    },
  };
}

function connectLibsql(path: string): SqlDatabase {
  const Libsql = require("libsql") as new (path: string) => LibsqlDatabase;
  const database = new Libsql(path);
  return {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql): SqlStatement {
      const statement = database.prepare(sql);
      return {
        run: (...values) => statement.run(values).changes,
        get: (...values) => plainRow(statement.get(values)),
        all: (...values) => statement.all(values).map((row) => plainRow(row)!),
      };
    },
  };
}

/** Blobs as bytes, whichever way the driver gives them. */
function plainRow(row: LibsqlRow | undefined): SqlRow | undefined {
  if (row === undefined) return undefined;
  const plain: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name !== "_metadata") plain[name] = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  }
  return plain;
}
