import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { toHex } from "../../../../src/federated/messages/hex.js";
import { readKeyFile, writeKeyFile } from "../keys/key-files.js";

/**
 * The token of a private listener: 32 bytes in hexadecimal, in a file that only its owner reads.
 *
 * @param makes whether a new one is made where there is no such file
 */
export function readToken(path: string, makes: boolean): string {
  if (makes && !existsSync(path)) writeKeyFile(path, new Uint8Array(randomBytes(32)));
  return toHex(readKeyFile(path));
}
