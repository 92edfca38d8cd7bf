/** A labelled data set in shared memory: workers read the same bytes, nothing is copied per worker. */
export interface Examples {
  readonly count: number;
  /** Bytes per example, channels last; 784 for MNIST. */
  readonly inputSize: number;
  /** `count * inputSize` bytes, row after row, on a SharedArrayBuffer; models see byte / 255. */
  readonly inputs: Uint8Array;
  /** `count` class numbers, on a SharedArrayBuffer. */
  readonly labels: Uint8Array;
}
