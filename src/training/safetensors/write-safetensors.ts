import { requireNode } from "../../tensor/node-builtin.js";
import { wrongShape } from "../../validate.js";
import { safetensorsParts } from "./_internal/safetensors-parts.js";
import type { TensorsToWrite } from "./tensors-to-write.js";

/** At most this number of bytes is written at once. */
const PIECE = 2 ** 26;

type Files = typeof import("node:fs").promises;

/**
 * Writes a safetensors file, tensor by tensor: to a new neighbour first, flushed to the disk, then renamed
 * over whatever bears the name. If anything fails, what was there before is still there.
 *
 * @param path the file
 * @param file the tensors, whose values may be made one after the other, and words about them
 * @throws DpError BAD_INPUT the path is none, a tensor's name, shape, values or metadata are none, or a name
 *   stands twice; UNSUPPORTED in a web page. What the file system refuses is thrown as it comes
 * @see {@link openSafetensors}
 */
export async function writeSafetensors(path: string, file: TensorsToWrite): Promise<void> {
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw wrongShape("writeSafetensors: path", path, "the path of a file");
  }
  const { promises } = requireNode<typeof import("node:fs")>("node:fs", "encodeSafetensors gives the bytes");
  const { randomBytes } = requireNode<typeof import("node:crypto")>("node:crypto");
  const temporary = `${path}.${randomBytes(8).toString("hex")}.partial`;
  try {
    await writeParts(promises, temporary, safetensorsParts("writeSafetensors", file));
    await promises.rename(temporary, path);
  } catch (error) {
    await promises.rm(temporary, { force: true });
    throw error;
  }
}

async function writeParts(files: Files, path: string, parts: Iterable<Uint8Array>): Promise<void> {
  const file = await files.open(path, "wx");
  try {
    for (const part of parts) {
      for (let done = 0; done < part.length; ) {
        done += (await file.write(part, done, Math.min(PIECE, part.length - done))).bytesWritten;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
