/**
 * The second version: a round's rows may be spread over several databases. Which is which stands in each of
 * them; the state and the count of a round's rows stand where the rows are, and the room that each database
 * was given of the round's cap stands in the first. The table of counts gets another name, so that a program
 * of the first version that still runs accepts nothing more.
 */
export const SHARDS = `
CREATE TABLE croupier_place (
  id boolean PRIMARY KEY DEFAULT true CHECK (id), cluster text NOT NULL, place integer NOT NULL);
ALTER TABLE croupier_rounds ADD COLUMN shards integer NOT NULL DEFAULT 1;
ALTER TABLE croupier_counts RENAME TO croupier_intakes;
ALTER TABLE croupier_intakes ADD COLUMN state text NOT NULL DEFAULT 'collecting';
ALTER TABLE croupier_intakes ADD COLUMN room bigint NOT NULL DEFAULT 0;
UPDATE croupier_intakes SET state = rounds.state FROM croupier_rounds AS rounds WHERE rounds.id = round;
CREATE TABLE croupier_room (
  round bigint NOT NULL, shard integer NOT NULL, given bigint NOT NULL,
  PRIMARY KEY (round, shard));
`;
