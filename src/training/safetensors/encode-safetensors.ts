import { safetensorsLength, safetensorsParts } from "./_internal/safetensors-parts.js";
import type { TensorFile } from "./tensor-file.js";

/**
 * The bytes of a safetensors file: the header's length as 8 little-endian bytes, the header as JSON padded with spaces to
 * 8 bytes, then the tensors' little-endian values in order. {@link writeSafetensors} writes a large one without all of it in memory.
 *
 * @throws DpError BAD_INPUT a tensor's name, shape, values or metadata are none, or a name stands twice
 * @see https://github.com/huggingface/safetensors#format
 */
export function encodeSafetensors(file: TensorFile): Uint8Array {
  const bytes = new Uint8Array(safetensorsLength("encodeSafetensors", file));
  let at = 0;
  for (const part of safetensorsParts("encodeSafetensors", file)) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
