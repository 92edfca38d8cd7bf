/** What of a round counts against an adversary. */
export interface CountedReports {
  /** The changed one, and those who follow the protocol. */
  readonly users: number;
  /** In each slot. */
  readonly dummies: number;
  /** Whether the coins that decide who joins are secret from the adversary. */
  readonly coins: boolean;
}
