import { checkArray, checkOptions } from "../../validate.js";
import type { TensorFile } from "./tensor-file.js";

/**
 * The bytes of a safetensors file: the header's length as 8 little-endian bytes, the header as JSON padded with spaces to
 * 8 bytes, then the tensors' little-endian values in order.
 *
 * @see https://github.com/huggingface/safetensors#format
 */
export function encodeSafetensors(file: TensorFile): Uint8Array {
  const { tensors, metadata } = checkOptions("encodeSafetensors", file, "file");
  checkArray("encodeSafetensors: file.tensors", tensors);
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  for (const { name, shape, values } of tensors) {
    const begin = end;
    end += 4 * values.length;
    header[name] = { dtype: "F32", shape, data_offsets: [begin, end] };
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const start = 8 + Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(start + end).fill(0x20, 8, start);
  bytes.set(json, 8);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(start - 8), true);
  let at = start;
  for (const { values } of tensors) {
    for (const value of values) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  }
  return bytes;
}
