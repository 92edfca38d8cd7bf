import { DpError } from "../../errors.js";
import { wrongShape } from "../../validate.js";
import type { NamedTensor, TensorFile } from "./tensor-file.js";

/**
 * Reads a safetensors file of float32 tensors that lie one after the other, as this library writes them.
 *
 * @param bytes the whole file
 * @param file its name, for messages
 * @throws DpError DATA_UNREADABLE the file is truncated, padded or of another format, or a tensor is not float32; BAD_INPUT `bytes` are none
 */
export function decodeSafetensors(bytes: Uint8Array, file: string): TensorFile {
  if (!(bytes instanceof Uint8Array)) throw wrongShape("decodeSafetensors: bytes", bytes, "a Uint8Array");
  if (typeof file !== "string") throw wrongShape("decodeSafetensors: file", file, "a text");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = bytes.length < 8 ? Infinity : 8 + Number(view.getBigUint64(0, true));
  if (start > bytes.length) throw unreadable(file, "it ends inside its header");
  const { __metadata__: metadata = {}, ...entries } = parseHeader(bytes.subarray(8, start), file);
  const tensors: NamedTensor[] = [];
  let at = start;
  for (const [name, entry] of Object.entries(entries)) {
    const { shape, end } = readEntry(entry, at - start, `${file}: tensor ${name}`);
    if (start + end > bytes.length) throw unreadable(file, `it ends inside tensor ${name}`);
    tensors.push({ name, shape, values: readFloats(view, at, start + end) });
    at = start + end;
  }
  if (at !== bytes.length) throw unreadable(file, `it has ${bytes.length - at} bytes too many`);
  return { tensors, metadata: readMetadata(metadata, file) };
}

function parseHeader(bytes: Uint8Array, file: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isObject(header)) return header;
  } catch (cause) {
    throw unreadable(file, "its header is not JSON", cause);
  }
  throw unreadable(file, "its header is not a JSON object");
}

function readMetadata(value: unknown, file: string): Record<string, string> {
  if (isObject(value) && Object.values(value).every((text) => typeof text === "string")) {
    return value as Record<string, string>;
  }
  throw unreadable(file, "its metadata are no texts");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readEntry(entry: unknown, begin: number, what: string): { shape: number[]; end: number } {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
  if (dtype !== "F32") throw unreadable(what, "it is not float32");
  const sizes = Array.isArray(shape) ? shape : [NaN];
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0))
    throw unreadable(what, "it has no shape");
  const end = begin + 4 * sizes.reduce((product, size) => product * size, 1);
  if (!Array.isArray(offsets) || offsets[0] !== begin || offsets[1] !== end) {
    throw unreadable(what, "its shape and its place disagree");
  }
  return { shape: sizes, end };
}

function readFloats(view: DataView, begin: number, end: number): Float32Array {
  return Float32Array.from({ length: (end - begin) / 4 }, (_, i) => view.getFloat32(begin + 4 * i, true));
}

function unreadable(what: string, why: string, cause?: unknown): DpError {
  const message = `${what} is not a readable safetensors file: ${why}`;
  return new DpError("DATA_UNREADABLE", message, { parameter: what, value: why }, cause);
}
