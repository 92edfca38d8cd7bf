import { wrongShape } from "../../validate.js";
import { headerLength, PREFIX, readHeader, type TensorPlace } from "./_internal/read-header.js";
import { unreadableTensors } from "./_internal/unreadable-tensors.js";
import type { TensorFile } from "./tensor-file.js";

/**
 * Reads a safetensors file of float32 tensors that is in memory as a whole, as this library writes them;
 * {@link openSafetensors} reads those of others, and large ones.
 *
 * @param bytes the whole file
 * @param file its name, for messages
 * @throws DpError DATA_UNREADABLE the file is truncated, padded or of another format, or a tensor is not
 *   float32; BAD_INPUT `bytes` are none
 */
export function decodeSafetensors(bytes: Uint8Array, file: string): TensorFile {
  if (!(bytes instanceof Uint8Array)) throw wrongShape("decodeSafetensors: bytes", bytes, "a Uint8Array");
  if (typeof file !== "string") throw wrongShape("decodeSafetensors: file", file, "a text");
  const start = PREFIX + headerLength(bytes, bytes.length, file);
  const { places, metadata } = readHeader(bytes.subarray(PREFIX, start), bytes.length, file);
  const tensors = places.map((place) => ({
    name: place.name,
    shape: place.shape,
    values: floatsAt(bytes, place, file),
  }));
  return { tensors, metadata };
}

function floatsAt(bytes: Uint8Array, { name, dtype, begin, end }: TensorPlace, file: string): Float32Array {
  if (dtype !== "F32") throw unreadableTensors(`${file}: tensor ${name}`, "it is not float32");
  return new Float32Array(new Uint8Array(bytes.subarray(begin, end)).buffer);
}
