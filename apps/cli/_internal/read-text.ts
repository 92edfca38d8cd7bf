import { closeSync, openSync, readSync } from "node:fs";

/** Against files that never end, as /dev/zero; nothing that is read so is as long. */
const MAX_BYTES = 2 ** 26;
const PART = 2 ** 16;
const STANDARD_INPUT = 0;

/**
 * The text of a file, or of standard input where there is no path, without a byte order mark.
 *
 * @throws Error it cannot be read, or is longer than 64 MiB
 */
export function readText(path: string | undefined): string {
  const file = path === undefined ? STANDARD_INPUT : openSync(path, "r");
  const parts: Buffer[] = [];
  try {
    for (let size = 0; ; ) {
      const part = Buffer.allocUnsafe(PART);
      const count = readSync(file, part);
      if (count === 0) break;
      parts.push(part.subarray(0, count));
      size += count;
      if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 2 ** 20} MiB`);
    }
  } finally {
    if (file !== STANDARD_INPUT) closeSync(file);
  }
  return Buffer.concat(parts)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}
