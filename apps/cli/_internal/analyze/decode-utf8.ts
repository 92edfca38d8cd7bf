import { TextDecoder } from "node:util";
import { DpError } from "../../../../src/errors.js";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * The text of bytes in UTF-8, a byte order mark included.
 *
 * @throws DpError DATA_UNREADABLE with the number of the first line that is not UTF-8
 */
export async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let line = 1;
  let afterReturn = false;
  for await (const chunk of chunks) {
    let text = "";
    for (const part of linesOf(chunk)) {
      text += decoded(decoder, part, line);
      const end = part.at(-1);
      if (end === RETURN || (end === LINE_FEED && !(afterReturn && part.length === 1))) line++;
      afterReturn = end === RETURN;
    }
    yield text;
  }
  decoded(decoder, undefined, line);
}

/** A chunk's parts, cut after each line feed and each return. */
function* linesOf(chunk: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let index = 0; index < chunk.length; index++) {
    if (chunk[index] !== LINE_FEED && chunk[index] !== RETURN) continue;
    yield chunk.subarray(start, index + 1);
    start = index + 1;
  }
  if (start < chunk.length) yield chunk.subarray(start);
}

/** The next part of the text; without one, what is left must be nothing. */
function decoded(decoder: TextDecoder, part: Uint8Array | undefined, line: number): string {
  try {
    return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
  } catch {
    const details = { parameter: `line ${line}`, value: part ?? "an incomplete character", allowed: "UTF-8" };
    throw new DpError(
      "DATA_UNREADABLE",
      `line ${line}: the text is not UTF-8; save the file as UTF-8`,
      details,
    );
  }
}
