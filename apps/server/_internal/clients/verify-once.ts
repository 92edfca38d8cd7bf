import { createHash } from "node:crypto";
import type { CryptoProvider } from "../../../../src/federated/crypto/crypto-provider.js";

/** Documents that many clients read at about the same time: a study, an announcement, its opening. */
const REMEMBERED = 16;

/**
 * The same cryptography, for many clients of one process: the verdict on a signature that another of them
 * verified just now is remembered, by the SHA-256 of key, signature and message.
 */
export function verifyOnce(crypto: CryptoProvider): CryptoProvider {
  const { signatures } = crypto;
  const verdicts = new Map<string, Promise<boolean>>();
  return {
    ...crypto,
    signatures: {
      ...signatures,
      verify(publicKey, signature, message) {
        const name = nameOf(publicKey, signature, message);
        const known = verdicts.get(name);
        if (known !== undefined) return known;
        const verdict = signatures.verify(publicKey, signature, message);
        verdicts.set(name, verdict);
        if (verdicts.size > REMEMBERED) verdicts.delete(verdicts.keys().next().value!);
        return verdict;
      },
    },
  };
}

/** Each part after its length: no two lists have one name. */
function nameOf(...parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("base64");
}
