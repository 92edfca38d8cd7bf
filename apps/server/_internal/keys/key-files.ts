import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { fromHex, toHex } from "../../../../src/federated/messages/hex.js";

const KEY_BYTES = 32;
/** Nobody but the owner reads a key. */
const MODE = 0o600;

/** Keeps 32 secret bytes in a new file that only its owner reads. */
export function writeKeyFile(path: string, key: Uint8Array): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, "wx", MODE);
    try {
      writeSync(file, `${toHex(key)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(path, MODE);
  } catch (cause) {
    const message = `key: ${path} cannot be made: ${(cause as Error).message}; choose another file`;
    throw new DpError("BAD_INPUT", message, { parameter: "key", value: path }, cause);
  }
}

/**
 * The 32 secret bytes of a file.
 *
 * @throws DpError DATA_UNREADABLE it is not there, holds something else, or others may read it
 */
export function readKeyFile(path: string): Uint8Array {
  try {
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0)
      throw new Error("others may read it, which its mode must forbid (chmod 600)");
    return fromHex("key", readFileSync(path, "utf8").trim(), KEY_BYTES);
  } catch (cause) {
    const reason =
      cause instanceof DpError ? "it does not hold 32 bytes in hexadecimal" : (cause as Error).message;
    const message = `key: ${path} cannot be used: ${reason}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "key", value: path }, cause);
  }
}
