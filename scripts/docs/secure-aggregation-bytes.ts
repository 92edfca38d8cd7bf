/** One round of secure aggregation. */
export interface SecureAggregationRound {
  /** n, users whose vectors are added. */
  readonly users: number;
  /** m, of a vector. */
  readonly entries: number;
  /** Of one user's entry; their sum takes log2(n) more. */
  readonly bitsPerEntry: number;
}

/** Public keys and shares, in bits. */
const KEY_BITS = 256;

/**
 * What a user sends in a round of secure aggregation: m entries of ceil(log2 R) bits, R = n (2^b - 1) + 1,
 * 2 n public keys, 5 n - 4 encrypted shares, and n bits.
 *
 * @see Bonawitz et al., "Practical Secure Aggregation for Privacy-Preserving Machine Learning", CCS 2017,
 *   Section 7: 1.73 times the vector for 2^10 users and 2^20 entries of 16 bits, 1.98 times for 2^14 and 2^24
 */
export function secureAggregationBytes({ users, entries, bitsPerEntry }: SecureAggregationRound): number {
  const summed = Math.ceil(Math.log2(users * (2 ** bitsPerEntry - 1) + 1));
  return (2 * users * KEY_BITS + (5 * users - 4) * KEY_BITS + users + entries * summed) / 8;
}
