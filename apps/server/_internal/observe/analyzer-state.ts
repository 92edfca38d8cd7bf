/** Both ends of the ledger, and when the master key was made. */
export interface AnalyzerState {
  readonly kind: "state";
  /** Entries of the analyzer's own. */
  readonly own: number;
  /** SHA-256 of the own last entry; null where there is none. */
  readonly head: string | null;
  /** Entries of the shuffler's copy, which gets the rest with the next announcement. */
  readonly copy: number;
  /** Whether the copy's last entry is the own one at its place. */
  readonly isCopied: boolean;
  /** Milliseconds since 1970. */
  readonly masterSince: number;
}
