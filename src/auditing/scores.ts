/** Scores of independent plays, by secret. */
export interface Scores {
  /** Where the secret was `false`. */
  readonly absent: Float64Array;
  /** Where the secret was `true`. */
  readonly present: Float64Array;
}
