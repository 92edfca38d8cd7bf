import type { PostgresServer } from "./postgres-server.js";

/** Keeps the weights of a study under their hash; those that are there stay. */
export async function keepWeights(
  server: PostgresServer,
  study: string,
  sha256: string,
  bytes: Uint8Array,
): Promise<void> {
  const insert =
    "INSERT INTO croupier_weights (study, sha256, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
  await server.query(insert, [study, sha256, Buffer.from(bytes)]);
}

/** The weights of a study under their hash. */
export async function weightsOf(
  server: PostgresServer,
  study: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const select = "SELECT bytes FROM croupier_weights WHERE study = $1 AND sha256 = $2";
  const [row] = await server.query(select, [study, sha256]);
  return row === undefined ? undefined : new Uint8Array(row.bytes as Uint8Array);
}

/** Drops a study's weights but for some. */
export async function dropWeights(
  server: PostgresServer,
  study: string,
  kept: readonly string[],
): Promise<void> {
  await server.query("DELETE FROM croupier_weights WHERE study = $1 AND sha256 <> ALL($2::text[])", [
    study,
    kept,
  ]);
}
