import { createHmac } from "node:crypto";
import { joinBytes } from "../messages/join-bytes.js";

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const VERSION = text("HPKE-v1");
/** DHKEM(X25519, HKDF-SHA256); and with HKDF-SHA256 and AES-128-GCM. */
const KEM_SUITE = joinBytes(text("KEM"), Uint8Array.of(0, 0x20));
const SUITE = joinBytes(text("HPKE"), Uint8Array.of(0, 0x20, 0, 1, 0, 1));
const LABELS = {
  eae_prk: text("eae_prk"),
  shared_secret: text("shared_secret"),
  psk_id_hash: text("psk_id_hash"),
  info_hash: text("info_hash"),
  secret: text("secret"),
  key: text("key"),
  base_nonce: text("base_nonce"),
};
type Label = keyof typeof LABELS;
const NOTHING = new Uint8Array();
const MODE_BASE = Uint8Array.of(0);

function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return createHmac("sha256", key)
    .update(joinBytes(...parts))
    .digest();
}

/** RFC 9180, section 4: LabeledExtract. */
function extract(suite: Uint8Array, salt: Uint8Array, label: Label, secret: Uint8Array): Uint8Array {
  return hmac(salt, VERSION, suite, LABELS[label], secret);
}

/** RFC 9180, section 4: LabeledExpand, for at most 32 bytes: one block of HKDF. */
function expand(
  suite: Uint8Array,
  key: Uint8Array,
  label: Label,
  info: Uint8Array,
  length: number,
): Uint8Array {
  const labelled = joinBytes(Uint8Array.of(0, length), VERSION, suite, LABELS[label], info);
  return hmac(key, labelled, Uint8Array.of(1)).subarray(0, length);
}

/** Section 4.1: the shared secret of a Diffie-Hellman value. */
export function encapsulatedSecret(shared: Uint8Array, enc: Uint8Array, recipient: Uint8Array): Uint8Array {
  const key = extract(KEM_SUITE, NOTHING, "eae_prk", shared);
  return expand(KEM_SUITE, key, "shared_secret", joinBytes(enc, recipient), 32);
}

/** Section 5.1, base mode: what of the key schedule depends on the info alone. */
export function scheduleContext(info: Uint8Array): Uint8Array {
  return joinBytes(
    MODE_BASE,
    extract(SUITE, NOTHING, "psk_id_hash", NOTHING),
    extract(SUITE, NOTHING, "info_hash", info),
  );
}

/** Section 5.1: the key and the nonce of the context's first and only message. */
export function aesKeyAndNonce(
  shared: Uint8Array,
  context: Uint8Array,
): { readonly key: Uint8Array; readonly nonce: Uint8Array } {
  const secret = extract(SUITE, shared, "secret", NOTHING);
  return {
    key: expand(SUITE, secret, "key", context, 16),
    nonce: expand(SUITE, secret, "base_nonce", context, 12),
  };
}
