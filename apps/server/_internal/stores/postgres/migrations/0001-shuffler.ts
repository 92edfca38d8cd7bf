/**
 * The first version of a shuffler's tables. Rows of a round are in partitions of its own, which are dropped
 * whole; every unique index of theirs begins with the round, by which a table could be distributed.
 */
export const SHUFFLER_TABLES = `
CREATE TABLE croupier_enrolled (
  study text NOT NULL, digest bytea NOT NULL,
  PRIMARY KEY (study, digest));
CREATE TABLE croupier_chain (
  ledger text NOT NULL, sequence bigint NOT NULL, entry text NOT NULL,
  PRIMARY KEY (ledger, sequence));
CREATE TABLE croupier_rounds (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE, study text NOT NULL, number bigint NOT NULL, state text NOT NULL,
  announcement_id text NOT NULL, announcement text NOT NULL, opening text NOT NULL, public_key text NOT NULL UNIQUE,
  closes_at bigint NOT NULL, cap bigint NOT NULL, slots integer NOT NULL, order_key bytea,
  reports bigint, outcome text, result text,
  PRIMARY KEY (study, number));
CREATE TABLE croupier_counts (
  round bigint PRIMARY KEY, reports bigint NOT NULL) WITH (fillfactor = 20);
CREATE TABLE croupier_senders (
  round bigint NOT NULL, digest bytea NOT NULL,
  PRIMARY KEY (round, digest)) PARTITION BY LIST (round);
CREATE TABLE croupier_records (
  round bigint NOT NULL, slot integer NOT NULL, key bytea NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (round, slot, key)) PARTITION BY LIST (round);
CREATE TABLE croupier_batches (
  round bigint NOT NULL, slot integer NOT NULL, part bigint NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (round, slot, part)) PARTITION BY LIST (round);
`;
