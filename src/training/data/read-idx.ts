import { requireNode } from "../../tensor/node-builtin.js";
import { wrongShape } from "../../validate.js";
import { unreadable } from "./_internal/unreadable.js";

/** An array of bytes with its shape. */
export interface IdxArray {
  /** Size of each dimension, outermost first. */
  readonly sizes: readonly number[];
  readonly values: Uint8Array;
}

const UNZIP = 'send the bytes through DecompressionStream("gzip") first';
const UNSIGNED_BYTE = 0x08;
/** Against archives that blow up; the largest file in use, MNIST's training images, has 47 MB. */
const MAX_BYTES = 2 ** 30;
const GUNZIP_OPTIONS = { info: true, maxOutputLength: MAX_BYTES };

/** What gunzipSync returns with `info: true`; `bytesWritten` is how much of the input the archive took. */
interface Unzipped {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

/**
 * Reads an IDX file of unsigned bytes, the format of MNIST and its relatives, plain or gzipped.
 *
 * Layout: two zero bytes, the element type (8), the number of dimensions, each size as a big-endian 32-bit
 * number, the elements.
 *
 * @param bytes the file's content
 * @param where the file's name, for the error
 * @returns shape and elements; `values` is a view, not a copy, of plain input
 * @throws DpError DATA_UNREADABLE not such a file, a broken archive, or more or fewer elements than the
 *   header promises; UNSUPPORTED a gzipped file in a web page; BAD_INPUT `bytes` are none
 * @example [...readIdx(Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 2, 7, 9), "two labels").values]; // [7, 9]
 * @see LeCun, Cortes and Burges, "The MNIST database", the section on file formats
 */
export function readIdx(bytes: Uint8Array, where: string): IdxArray {
  if (!(bytes instanceof Uint8Array)) throw wrongShape("readIdx: bytes", bytes, "a Uint8Array");
  if (typeof where !== "string") throw wrongShape("readIdx: where", where, "a text");
  const plain = isGzip(bytes) ? gunzip(bytes, where) : bytes;
  const dimensions = plain[3] ?? 0;
  const headerLength = 4 + 4 * dimensions;
  if (plain[0] !== 0 || plain[1] !== 0 || plain[2] !== UNSIGNED_BYTE || plain.length < headerLength) {
    throw unreadable(where, "is not an IDX file of bytes", "a header 00 00 08 and sizes, plain or gzipped");
  }
  const view = new DataView(plain.buffer, plain.byteOffset, headerLength);
  const sizes = Array.from({ length: dimensions }, (_, index) => view.getUint32(4 + 4 * index));
  const expected = sizes.reduce((product, size) => product * size, 1);
  const values = plain.subarray(headerLength);
  if (values.length !== expected) {
    throw unreadable(
      where,
      `has ${values.length} bytes after its header`,
      `${sizes.join(" x ")} = ${expected}, as the header says`,
    );
  }
  return { sizes, values };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function gunzip(bytes: Uint8Array, where: string): Uint8Array {
  const expected = "one gzipped IDX file";
  const { gunzipSync } = requireNode<typeof import("node:zlib")>("node:zlib", UNZIP);
  try {
    const { buffer, engine } = gunzipSync(bytes, GUNZIP_OPTIONS) as unknown as Unzipped;
    if (engine.bytesWritten === bytes.length) return buffer;
  } catch (cause) {
    throw unreadable(where, "is a broken gzip archive", expected, cause);
  }
  throw unreadable(where, "goes on after its gzip archive", expected);
}
