import { lockAlone } from "./locks.js";
import type { PostgresServer } from "./postgres-server.js";

/** What a database asks the first for. */
export interface RoomRequest {
  readonly round: number;
  readonly shard: number;
  /** Of the round. */
  readonly shards: number;
  /** How many reports it wants to hold. */
  readonly wanted: number;
}

/**
 * A database gets this part of the room that is left for it at once, so that it need not ask for each report.
 */
const SHARE = 4;

/**
 * Gives a database room of the round's cap: more than it wants while there is plenty, what it wants near the
 * end. Together no more than the cap is ever given, and what was given is never taken back: a round may be
 * full with a little room left in a database that had fewer reports.
 *
 * @returns how many reports it may hold, in all
 */
export function giveRoom(first: PostgresServer, request: RoomRequest): Promise<number> {
  const { round, shard, shards, wanted } = request;
  return first.transaction(async (client) => {
    await lockAlone(client, "room", round);
    const select = "SELECT cap FROM croupier_rounds WHERE id = $1 AND state = 'collecting'";
    const [row] = await client.query(select, [round]);
    if (row === undefined) return 0;
    const given = await client.query("SELECT shard, given FROM croupier_room WHERE round = $1", [round]);
    const own = Number(given.find((each) => Number(each.shard) === shard)?.given ?? 0);
    if (own >= wanted) return own;
    const left = given.reduce((sum, each) => sum - Number(each.given), Number(row.cap));
    const plenty = shards === 1 ? left : Math.floor(left / (SHARE * shards));
    const room = own + Math.min(left, Math.max(wanted - own, plenty));
    await client.query(
      `INSERT INTO croupier_room (round, shard, given) VALUES ($1, $2, $3)
       ON CONFLICT (round, shard) DO UPDATE SET given = excluded.given`,
      [round, shard, room],
    );
    return room;
  });
}
