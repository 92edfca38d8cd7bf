/**
 * In which of a round's databases something is: by the first four bytes of its digest, which are uniform. A
 * retry and a second report of one credential meet there.
 */
export function shardOf(digest: Uint8Array, shards: number): number {
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0) % shards;
}
