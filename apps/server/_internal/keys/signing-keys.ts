import { createPrivateKey, createPublicKey } from "node:crypto";
import { existsSync } from "node:fs";
import type { KeyPair } from "../../../../src/federated/crypto/crypto-provider.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { readKeyFile, writeKeyFile } from "./key-files.js";

/** What comes before an Ed25519 seed in its DER form (RFC 8410). */
const PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_BYTES = 32;

/**
 * The Ed25519 keys of a party, from the file of the private one.
 *
 * @throws DpError DATA_UNREADABLE it is not there, holds something else, or others may read it
 */
export function readSigningKeys(path: string): KeyPair {
  const privateKey = readKeyFile(path);
  const key = createPrivateKey({ key: Buffer.concat([PREFIX, privateKey]), format: "der", type: "pkcs8" });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return { publicKey: new Uint8Array(der.subarray(-PUBLIC_BYTES)), privateKey };
}

/** New keys of a party, the private one in a new file. */
export async function makeSigningKeys(path: string): Promise<KeyPair> {
  const keys = await nodeCrypto().signatures.generateKeyPair();
  writeKeyFile(path, keys.privateKey);
  return keys;
}

/** The keys of a file, made where there is none. */
export async function signingKeys(path: string): Promise<KeyPair> {
  return existsSync(path) ? readSigningKeys(path) : makeSigningKeys(path);
}
