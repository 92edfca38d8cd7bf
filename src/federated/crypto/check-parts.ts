import { checkFields, checkFunction, wrongShape } from "../../validate.js";
import type { CryptoProvider, KeyPair } from "./crypto-provider.js";

/** @throws DpError BAD_INPUT it lacks what every party uses */
export function checkCrypto(name: string, crypto: CryptoProvider): CryptoProvider {
  const allowed = "a CryptoProvider, e.g. webCrypto()";
  checkFields(name, crypto, allowed);
  checkFields(`${name}.hpke`, crypto.hpke, allowed);
  checkFields(`${name}.signatures`, crypto.signatures, allowed);
  checkFunction(`${name}.sha256`, crypto.sha256);
  return crypto;
}

/** @throws DpError BAD_INPUT one of the keys is no bytes */
export function checkKeyPair(name: string, keys: KeyPair): KeyPair {
  checkFields(name, keys, "a pair of keys, 32 bytes each");
  checkBytes(`${name}.publicKey`, keys.publicKey);
  checkBytes(`${name}.privateKey`, keys.privateKey);
  return keys;
}

/** @throws DpError BAD_INPUT */
export function checkBytes(name: string, bytes: Uint8Array): Uint8Array {
  if (bytes instanceof Uint8Array) return bytes;
  throw wrongShape(name, bytes, "a Uint8Array");
}
