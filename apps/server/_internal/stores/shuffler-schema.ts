import type { SqlSchema } from "./open-sql-database.js";

/** The database of a shuffler; see `SyncShufflerStore`. */
export const SHUFFLER_SCHEMA: SqlSchema = {
  applicationId: 0x63726f73,
  steps: [
    `CREATE TABLE enrolled (study TEXT NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (study, digest));
     CREATE TABLE chain (ledger TEXT NOT NULL, sequence BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (ledger, sequence));
     CREATE TABLE rounds (study TEXT NOT NULL, number BIGINT NOT NULL, state TEXT NOT NULL, file BIGINT NOT NULL UNIQUE,
       announcement_id TEXT NOT NULL, announcement TEXT NOT NULL, opening TEXT NOT NULL, public_key TEXT NOT NULL UNIQUE,
       closes_at BIGINT NOT NULL, cap BIGINT NOT NULL, slots INTEGER NOT NULL, reports BIGINT, outcome TEXT, result TEXT,
       PRIMARY KEY (study, number));`,
    "CREATE TABLE weights (study TEXT NOT NULL, sha256 TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (study, sha256));",
  ],
};
