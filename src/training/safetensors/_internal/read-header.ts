import type { TensorInfo } from "../tensor-reader.js";
import { foreignFormat } from "./foreign-format.js";
import { repeatedName } from "./repeated-name.js";
import { unreadableTensors } from "./unreadable-tensors.js";

/** The length of the header's length. */
export const PREFIX = 8;

/** The format's own limit, in bytes. */
const MAX_HEADER_LENGTH = 100_000_000;

/** Bytes of one number of each type whose numbers are whole bytes. */
const WIDTHS: ReadonlyMap<unknown, number> = new Map([
  ...["BOOL", "U8", "I8", "F8_E5M2", "F8_E4M3", "F8_E8M0"].map((name) => [name, 1] as const),
  ...["U16", "I16", "F16", "BF16"].map((name) => [name, 2] as const),
  ...["U32", "I32", "F32"].map((name) => [name, 4] as const),
  ...["U64", "I64", "F64", "C64"].map((name) => [name, 8] as const),
]);

/** A tensor and its place in the file, in bytes. */
export interface TensorPlace extends TensorInfo {
  readonly begin: number;
  readonly end: number;
}

export interface TensorHeader {
  readonly places: readonly TensorPlace[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** How long the header is, from the first bytes of a file of `size` bytes. */
export function headerLength(start: Uint8Array, size: number, file: string): number {
  const refuse = (why: string): never => {
    throw unreadableTensors(file, foreignFormat(start) ?? why);
  };
  if (size < PREFIX) return refuse("it ends inside its header");
  const length = new DataView(start.buffer, start.byteOffset, PREFIX).getBigUint64(0, true);
  if (length > BigInt(size - PREFIX)) return refuse("it ends inside its header");
  if (length > MAX_HEADER_LENGTH) {
    return refuse(`its header has ${length} bytes, and ${MAX_HEADER_LENGTH} at most are allowed`);
  }
  return Number(length);
}

/**
 * Reads and checks a header: every byte after it belongs to one tensor, whose size its type and shape say.
 *
 * @param bytes the header, without its length
 * @param size of the whole file, in bytes
 */
export function readHeader(bytes: Uint8Array, size: number, file: string): TensorHeader {
  const { __metadata__: metadata = {}, ...entries } = parse(bytes, file);
  const start = PREFIX + bytes.length;
  const places = Object.entries(entries)
    .map(([name, entry]) => readPlace(name, entry, start, `${file}: tensor ${name}`))
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = start;
  for (const { name, begin, end } of places) {
    if (begin !== at) throw unreadableTensors(`${file}: tensor ${name}`, gapOrOverlap(begin - at));
    if (end > size) throw unreadableTensors(file, `it ends inside tensor ${name}`);
    at = end;
  }
  if (at !== size) throw unreadableTensors(file, `it has ${size - at} bytes too many`);
  return { places, metadata: readMetadata(metadata, file) };
}

function gapOrOverlap(bytes: number): string {
  return bytes < 0 ? "it overlaps the one before it" : `${bytes} bytes before it belong to no tensor`;
}

function parse(bytes: Uint8Array, file: string): Record<string, unknown> {
  let text: string;
  let header: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    header = JSON.parse(text);
  } catch (cause) {
    throw unreadableTensors(file, "its header is not JSON", cause);
  }
  if (!isObject(header)) throw unreadableTensors(file, "its header is not a JSON object");
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw unreadableTensors(file, `its header has ${repeated} twice`);
  if (Object.hasOwn(header, "__proto__")) {
    throw unreadableTensors(file, "its header names a tensor __proto__");
  }
  return header;
}

function readMetadata(value: unknown, file: string): Record<string, string> {
  if (isObject(value) && Object.values(value).every((text) => typeof text === "string")) {
    if (!Object.hasOwn(value, "__proto__")) return value as Record<string, string>;
  }
  throw unreadableTensors(file, "its metadata are no texts");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readPlace(name: string, entry: unknown, start: number, what: string): TensorPlace {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
  const width = WIDTHS.get(dtype);
  if (width === undefined) throw unreadableTensors(what, `its type is ${JSON.stringify(dtype)}`);
  if (!Array.isArray(shape) || !shape.every(isNatural)) throw unreadableTensors(what, "it has no shape");
  const count = shape.reduce((product, extent) => product * extent, 1);
  const [begin, end] = Array.isArray(offsets) && offsets.length === 2 ? offsets : [];
  if (!isNatural(begin) || !isNatural(end) || end - begin !== count * width) {
    throw unreadableTensors(what, "its shape and its place disagree");
  }
  return { name, dtype: dtype as string, shape, count, begin: start + begin, end: start + end };
}

function isNatural(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
