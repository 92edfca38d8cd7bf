/** Who sends which block in a round, where each block of a user has a coin or a sample of its own. */
export interface BlockBatch {
  /** Users who send any block, in increasing order. */
  readonly users: Uint32Array;
  /** A row for each of them: 1 for each block that she sends, 0 for the others. */
  readonly joins: Uint8Array;
}
