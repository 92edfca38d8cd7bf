/** Loss and accuracy of weights on the test examples. */
export interface Evaluation {
  readonly count: number;
  readonly correct: number;
  readonly lossSum: number;
}
