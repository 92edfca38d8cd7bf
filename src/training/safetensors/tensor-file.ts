/**
 * What a safetensors file holds, as far as this library writes it: named float32 tensors and a few words
 * about them.
 */
export interface TensorFile {
  readonly tensors: readonly NamedTensor[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** An array of single-precision floats with its name and shape. */
export interface NamedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}
