import { DpError } from "../../errors.js";
import { checkNumber, didYouMean, wrongShape } from "../../validate.js";
import { type ByteSource, byteSource } from "./_internal/byte-source.js";
import { FORMAT_BYTES } from "./_internal/foreign-format.js";
import { headerLength, PREFIX, readHeader, type TensorPlace } from "./_internal/read-header.js";
import { unreadableTensors } from "./_internal/unreadable-tensors.js";
import { WIDEN } from "./_internal/widen.js";
import type { TensorReader } from "./tensor-reader.js";

/** Half-precision numbers that are widened at once. */
const PIECE = 2 ** 19;

/**
 * Opens a safetensors file and reads its header; the tensors are read one by one, so that a large file needs
 * no memory but the caller's arrays.
 *
 * The header is checked as a stranger's: its length, names given twice, types, shapes, and that the tensors
 * fill the file without gap or overlap.
 *
 * @param from a path (in Node), a `Blob` such as a page's file input gives, or the file's bytes
 * @throws DpError DATA_UNREADABLE the file is missing, truncated, padded or of another format; BAD_INPUT
 *   `from` is none of these; UNSUPPORTED a path, in a web page
 * @example
 * const bytes = encodeSafetensors({ tensors: [{ name: "w", shape: [2], values: Float32Array.of(1, 2) }], metadata: {} });
 * const reader = await openSafetensors(bytes);
 * const values = new Float32Array(2);
 * await reader.read("w", values);
 * values[1]; // 2
 * @see https://github.com/huggingface/safetensors#format
 */
export async function openSafetensors(from: string | Blob | Uint8Array): Promise<TensorReader> {
  const source = await byteSource("openSafetensors: from", from);
  try {
    const start = new Uint8Array(Math.min(FORMAT_BYTES, source.size));
    await source.read(start, 0);
    const bytes = new Uint8Array(headerLength(start, source.size, source.name));
    await source.read(bytes, PREFIX);
    const { places, metadata } = readHeader(bytes, source.size, source.name);
    return readerOf(source, places, metadata);
  } catch (error) {
    await source.close();
    throw error;
  }
}

function readerOf(
  source: ByteSource,
  places: readonly TensorPlace[],
  metadata: Readonly<Record<string, string>>,
): TensorReader {
  const byName = new Map(places.map((place) => [place.name, place]));
  const tensors = places.map(({ name, dtype, shape, count }) => ({ name, dtype, shape, count }));
  return Object.freeze({
    tensors: Object.freeze(tensors),
    metadata,
    close: source.close,
    read: async (name: string, into: Float32Array, from = 0) => {
      const place = byName.get(name);
      if (place === undefined) throw noTensor(source.name, name, [...byName.keys()]);
      checkTarget(place, into, from);
      await readNumbers(source, place, into, from);
    },
  });
}

function noTensor(file: string, name: string, names: readonly string[]): DpError {
  const message = `${file}: has no tensor ${name}${didYouMean(name, names)}`;
  return new DpError("DATA_UNREADABLE", message, {
    parameter: file,
    value: name,
    allowed: "one of its tensors",
  });
}

function checkTarget(place: TensorPlace, into: Float32Array, from: number): void {
  const where = `tensor ${place.name}`;
  if (!(into instanceof Float32Array)) throw wrongShape(`${where}: into`, into, "a Float32Array");
  checkNumber(`${where}: from`, from, { min: 0, max: place.count, integer: true });
  checkNumber(`${where}: into.length`, into.length, { min: 0, max: place.count - from, integer: true });
}

async function readNumbers(
  source: ByteSource,
  { name, dtype, begin }: TensorPlace,
  into: Float32Array,
  from: number,
): Promise<void> {
  if (dtype === "F32") {
    return source.read(new Uint8Array(into.buffer, into.byteOffset, into.byteLength), begin + 4 * from);
  }
  if (dtype !== "F16" && dtype !== "BF16") {
    const what = `${source.name}: tensor ${name}`;
    throw unreadableTensors(what, `its type is ${dtype}, and F32, F16 and BF16 are read`);
  }
  const piece = new Uint16Array(Math.min(PIECE, into.length));
  for (let done = 0; done < into.length; done += piece.length) {
    const part = into.subarray(done, done + piece.length);
    const bits = piece.subarray(0, part.length);
    await source.read(new Uint8Array(bits.buffer, 0, bits.byteLength), begin + 2 * (from + done));
    WIDEN[dtype](bits, part);
  }
}
