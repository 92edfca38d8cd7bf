import type { TensorFile } from "./tensor-file.js";

/** A file to be written: as {@link TensorFile}, where a tensor's values may be made when they are written. */
export interface TensorsToWrite {
  readonly tensors: readonly TensorToWrite[];
  readonly metadata: TensorFile["metadata"];
}

/** A tensor to be written. */
export interface TensorToWrite {
  readonly name: string;
  readonly shape: readonly number[];
  /**
   * The values, or what makes them; it is called when they are written, and the array may be used again
   * afterwards.
   */
  readonly values: Float32Array | (() => Float32Array);
}
