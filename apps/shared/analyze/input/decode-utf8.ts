import { DpError } from "../../../../src/errors.js";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = /^\ufeff/;
/** Two returns before a line feed come of a program that made line ends of line ends. */
const LINE_END = /\r{0,2}\n|\r/g;
/** More than any line of a table has: a file without line ends must not fill the memory. */
const MAX_LINE_LENGTH = 2 ** 26;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of bytes in UTF-8, without a byte order mark; each line end becomes a line feed.
 *
 * @throws DpError DATA_UNREADABLE with the number of the first line that is not UTF-8
 */
export async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let line = 1;
  for await (const lines of wholeLines(chunks)) {
    const text = decodeLines(lines, line).replace(LINE_END, "\n");
    yield line === 1 ? text.replace(BYTE_ORDER_MARK, "") : text;
    line += countLineEnds(lines);
  }
}

/** The bytes, cut behind line ends, where no character is cut; what follows the last one comes last. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const end = endOfLines(chunk);
    if (end > 0) {
      yield joined([...held, chunk.subarray(0, end)]);
      held = [];
      length = 0;
    }
    held.push(chunk.subarray(end));
    length += chunk.length - end;
    if (length > MAX_LINE_LENGTH) throw tooLong(length);
  }
  yield joined(held);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Where the last whole line ends, or 0; returns at the very end may be a part of a line end. */
function endOfLines(bytes: Uint8Array): number {
  let end = bytes.length;
  while (bytes[end - 1] === RETURN) end--;
  for (; end > 0; end--) {
    const sign = bytes[end - 1];
    if (sign === LINE_FEED || sign === RETURN) return end;
  }
  return 0;
}

function endsLine(bytes: Uint8Array, index: number): boolean {
  if (bytes[index] !== RETURN) return bytes[index] === LINE_FEED;
  const next = bytes[index + 1] === RETURN ? index + 2 : index + 1;
  return bytes[next] !== LINE_FEED;
}

function countLineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index++) if (endsLine(bytes, index)) count++;
  return count;
}

function decodeLines(lines: Uint8Array, firstLine: number): string {
  try {
    return decoder.decode(lines);
  } catch {
    throw notUtf8(lines, firstLine);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The fault of the first line that is not UTF-8 by itself. */
function notUtf8(lines: Uint8Array, firstLine: number): DpError {
  let line = firstLine;
  let start = 0;
  for (let index = 0; index < lines.length; index++) {
    if (!endsLine(lines, index)) continue;
    if (!isUtf8(lines.subarray(start, index))) break;
    start = index + 1;
    line++;
  }
  const message = `line ${line}: the text is not UTF-8; save the file as UTF-8`;
  const value = lines.subarray(start, start + 80);
  return new DpError("DATA_UNREADABLE", message, { parameter: `line ${line}`, value, allowed: "UTF-8" });
}

function tooLong(length: number): DpError {
  const allowed = `at most ${MAX_LINE_LENGTH} bytes`;
  return new DpError(
    "DATA_UNREADABLE",
    `a line must have ${allowed}, got ${length} and more; is it a table?`,
    {
      parameter: "line",
      value: length,
      allowed,
    },
  );
}
