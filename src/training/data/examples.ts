import type { Shape } from "../layers/shape.js";

/** A labelled data set; {@link examplesFrom} makes one from plain arrays. In shared memory workers read it without a copy. */
export interface Examples {
  readonly count: number;
  /** Of one example, channels last; feature vectors have height and width 1. */
  readonly shape: Shape;
  /** Labels are below this. A public number, as `count` is. */
  readonly classes: number;
  /** The values of one example after the other; models see byte / 255, and floats as they are. */
  readonly inputs: Uint8Array | Float32Array;
  /** `count` class numbers. */
  readonly labels: Uint8Array | Uint32Array;
}
