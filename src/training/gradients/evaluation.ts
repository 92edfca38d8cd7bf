/** Loss and accuracy of weights on the test examples. */
export interface Evaluation {
  /** Of predictions: as many as examples, or as positions that have one. */
  readonly count: number;
  readonly correct: number;
  readonly lossSum: number;
}
