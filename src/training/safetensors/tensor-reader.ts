/** What the header of a safetensors file says of one tensor. */
export interface TensorInfo {
  readonly name: string;
  /** The format's word, e.g. `F32`; {@link TensorReader.read} reads F32, F16 and BF16. */
  readonly dtype: string;
  readonly shape: readonly number[];
  /** How many numbers it holds: the product of its shape. */
  readonly count: number;
}

/** An open safetensors file, of which the header alone has been read. */
export interface TensorReader {
  /** In the order of their bytes. */
  readonly tensors: readonly TensorInfo[];
  /** The file's own words about itself. */
  readonly metadata: Readonly<Record<string, string>>;
  /**
   * Reads `into.length` numbers of a tensor, from number `from` on (default 0), straight into `into`; half
   * precisions are widened, exactly. Memory beyond `into`: none for F32, 1 MiB for the others.
   *
   * @throws DpError DATA_UNREADABLE there is no such tensor, it is of another type than F32, F16 and BF16, or
   *   the file has changed; BAD_INPUT `into` is no Float32Array; OUT_OF_RANGE it reaches past the tensor
   */
  read(name: string, into: Float32Array, from?: number): Promise<void>;
  /** Closes the file. */
  close(): Promise<void>;
}
