import { readBytes } from "../../data/_internal/read-bytes.js";
import { unreadable } from "../../data/_internal/unreadable.js";

/** A whole file of UTF-8, without a byte order mark. */
export async function readText(file: string, expected: string): Promise<string> {
  const bytes = await readBytes(file, expected);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(
      file,
      `line ${firstWrongLine(bytes)} is not UTF-8`,
      `${expected} in UTF-8 (iconv -f latin1 -t utf-8)`,
      cause,
    );
  }
}

/** No character of UTF-8 has a line end within. */
function firstWrongLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start);
    const stop = end < 0 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(start, stop));
    } catch {
      return line;
    }
    start = stop;
  }
  return line;
}
