import { randomBytes } from "node:crypto";
import { DpError } from "../../../../../src/errors.js";
import { lockAlone } from "./locks.js";
import type { PostgresServer } from "./postgres-server.js";

/**
 * Writes into each database which one it is, the first time, and looks at it at every other: in another order
 * a retry would come into another database, and count twice. New ones may be added at the end.
 *
 * @throws DpError BAD_INPUT a database is another one of these, or of other databases
 */
export async function takePlaces(servers: readonly PostgresServer[]): Promise<void> {
  let cluster = randomBytes(16).toString("hex");
  for (const [place, server] of servers.entries()) {
    const found = await placeIn(server, { cluster, place });
    if (place === 0 && found.place === 0) cluster = found.cluster;
    if (found.cluster !== cluster || found.place !== place) throw misplaced(server.name, place);
  }
}

interface Place {
  /** Random, of the first database's making: the same in all of a list. */
  readonly cluster: string;
  readonly place: number;
}

/** What the database has, or what it has from now on. */
function placeIn(server: PostgresServer, { cluster, place }: Place): Promise<Place> {
  return server.transaction(async (client) => {
    await lockAlone(client, "migrations", 0);
    const [row] = await client.query("SELECT cluster, place FROM croupier_place");
    if (row !== undefined) return { cluster: String(row.cluster), place: Number(row.place) };
    await client.query("INSERT INTO croupier_place (cluster, place) VALUES ($1, $2)", [cluster, place]);
    return { cluster, place };
  });
}

function misplaced(value: string, place: number): DpError {
  const allowed = `database ${place + 1} of these`;
  const message = `--store: ${value} must be ${allowed}, was another or of other ones; name the databases in the order in which they were first named, new ones at the end`;
  return new DpError("BAD_INPUT", message, { parameter: "--store", value, allowed });
}
