import { nodeFiles } from "./node-files.js";
import { unreadable } from "./unreadable.js";

/** A whole file, or the refusal that names it. */
export async function readBytes(file: string, expected: string): Promise<Uint8Array> {
  const { promises } = nodeFiles();
  try {
    return await promises.readFile(file);
  } catch (cause) {
    throw unreadable(file, `cannot be read (${(cause as NodeJS.ErrnoException).code})`, expected, cause);
  }
}
