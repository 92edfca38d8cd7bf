import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { sqlError } from "./sql-error.js";

/**
 * Writes a file whole, from its parts, or nothing: to a neighbour first, flushed to the disk, then renamed
 * over what bears the name.
 */
export async function writeBatchFile(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.partial`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      for await (const part of parts) await file.appendFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw unavailable(path, error);
  }
}

/** Bytes of a file from an offset on; fewer where it ends before, none where it is not there. */
export async function readBatchFile(path: string, offset: number, length: number): Promise<Uint8Array> {
  try {
    const file = await open(path, "r");
    try {
      const size = Math.max(0, Math.min(length, (await file.stat()).size - offset));
      const bytes = new Uint8Array(size);
      let filled = 0;
      while (filled < size) {
        const { bytesRead } = await file.read(bytes, filled, size - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Uint8Array();
    throw unavailable(path, error);
  }
}

/** Makes a new name last through a power failure. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A full or failing disk as the error of a store that cannot work now. */
function unavailable(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return sqlError(path, error);
  const words = `store: ${path} cannot be read or written: ${message}; nothing was acknowledged, try again`;
  return new DpError("STORE_UNAVAILABLE", words, { parameter: "store", value: path }, error);
}
