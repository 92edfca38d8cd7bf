import { safetensorsParts } from "./_internal/safetensors-parts.js";
import type { TensorsToWrite } from "./tensors-to-write.js";

/**
 * The bytes of a safetensors file: the header's length as 8 little-endian bytes, the header as JSON padded
 * with spaces to 8 bytes, then the tensors' little-endian values in order. {@link writeSafetensors} writes a
 * large one without all of it in memory.
 *
 * @param file the tensors, whose values may be made one after the other, and words about them
 * @throws DpError BAD_INPUT a tensor's name, shape, values or metadata are none, or a name stands twice
 * @see https://github.com/huggingface/safetensors#format
 */
export function encodeSafetensors(file: TensorsToWrite): Uint8Array {
  const parts = Array.from(safetensorsParts("encodeSafetensors", file), (part) => part.slice());
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
