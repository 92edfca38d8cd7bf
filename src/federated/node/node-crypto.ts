import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import type { CryptoProvider, Hpke, KeyPair, Signatures } from "../crypto/crypto-provider.js";
import { unopenable } from "../crypto/unopenable.js";
import { joinBytes } from "../messages/join-bytes.js";
import { aesKeyAndNonce, encapsulatedSecret, scheduleContext } from "./key-schedule.js";

const ENC_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const NOTHING = new Uint8Array();
type Curve = "x25519" | "ed25519";
/** What comes before a private key in PKCS #8 (RFC 8410). */
const PKCS8: Readonly<Record<Curve, Buffer>> = {
  x25519: der("302e020100300506032b656e04220420"),
  ed25519: der("302e020100300506032b657004220420"),
};

function der(hexadecimal: string): Buffer {
  return Buffer.from(hexadecimal, "hex");
}

/**
 * The cryptography of servers, over `node:crypto`: the same bytes as `webCrypto`, an open in a fifteenth of
 * the time.
 */
export function nodeCrypto(): CryptoProvider {
  const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
    plain(createHash("sha256").update(bytes).digest());
  return {
    hpke: hpkeOverNode(),
    signatures: ed25519(),
    sha256,
    hasher() {
      const hash = createHash("sha256");
      return { update: (part) => void hash.update(part), digest: async () => plain(hash.digest()) };
    },
    hmacSha256: async (key) => async (message) => plain(createHmac("sha256", key).update(message).digest()),
    async wrap(key, plaintext, associated) {
      const nonce = randomBytes(NONCE_BYTES);
      return joinBytes(nonce, encrypted("aes-256-gcm", { key, nonce, associated }, plaintext));
    },
    unwrap: async (key, wrapped, associated) =>
      orUnopenable(() => {
        const nonce = wrapped.subarray(0, NONCE_BYTES);
        return decrypted("aes-256-gcm", { key, nonce, associated }, wrapped.subarray(NONCE_BYTES));
      }),
    randomBytes: (length) => plain(randomBytes(length)),
  };
}

function hpkeOverNode(): Hpke {
  return {
    generateKeyPair: async () => rawKeys(generateKeyPairSync("x25519")),
    async sender(publicKey) {
      const recipient = orUnopenable(() => publicKeyOf("x25519", publicKey));
      const contextOf = lastContext();
      return {
        seal: async (info, plaintext) =>
          orUnopenable(() => {
            const to = { recipient, publicKey, context: contextOf(info) };
            return sealWith(generateKeyPairSync("x25519").privateKey, to, plaintext);
          }),
      };
    },
    async recipient({ publicKey, privateKey }) {
      const secret = orUnopenable(() => privateKeyOf("x25519", privateKey));
      const contextOf = lastContext();
      return {
        open: async (info, sealed) =>
          orUnopenable(() => openWith({ secret, publicKey, context: contextOf(info) }, sealed)),
      };
    },
  };
}

/** Many records have one info. */
function lastContext(): (info: Uint8Array) => Uint8Array {
  let last: { readonly info: Uint8Array; readonly context: Uint8Array } | undefined;
  return (info) => {
    if (last === undefined || Buffer.compare(last.info, info) !== 0)
      last = { info: info.slice(), context: scheduleContext(info) };
    return last.context;
  };
}

/** A party of the one message: the recipient's raw public key and the key schedule's context. */
interface Addressed {
  readonly publicKey: Uint8Array;
  readonly context: Uint8Array;
}

/**
 * Seals with the ephemeral private key given, which is used once: for the vectors of RFC 9180, and for
 * `seal`.
 */
export function sealWith(
  ephemeral: KeyObject,
  to: Addressed & { readonly recipient: KeyObject },
  plaintext: Uint8Array,
  associated: Uint8Array = NOTHING,
): Uint8Array {
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: to.recipient });
  const enc = ephemeralPublic(ephemeral);
  const secret = encapsulatedSecret(shared, enc, to.publicKey);
  const schedule = { ...aesKeyAndNonce(secret, to.context), associated };
  return joinBytes(enc, encrypted("aes-128-gcm", schedule, plaintext));
}

/** Opens; throws whatever `node:crypto` throws. */
export function openWith(
  from: Addressed & { readonly secret: KeyObject },
  sealed: Uint8Array,
  associated: Uint8Array = NOTHING,
): Uint8Array {
  const enc = sealed.subarray(0, ENC_BYTES);
  const shared = diffieHellman({ privateKey: from.secret, publicKey: publicKeyOf("x25519", enc) });
  const secret = encapsulatedSecret(shared, enc, from.publicKey);
  const schedule = { ...aesKeyAndNonce(secret, from.context), associated };
  return decrypted("aes-128-gcm", schedule, sealed.subarray(ENC_BYTES));
}

interface Gcm {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  readonly associated: Uint8Array;
}

function encrypted(
  cipher: "aes-128-gcm" | "aes-256-gcm",
  { key, nonce, associated }: Gcm,
  text: Uint8Array,
): Uint8Array {
  const encryption = createCipheriv(cipher, key, nonce).setAAD(associated);
  return joinBytes(encryption.update(text), encryption.final(), encryption.getAuthTag());
}

function decrypted(
  cipher: "aes-128-gcm" | "aes-256-gcm",
  { key, nonce, associated }: Gcm,
  sealed: Uint8Array,
): Uint8Array {
  if (sealed.length < TAG_BYTES) throw unopenable();
  const end = sealed.length - TAG_BYTES;
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated);
  decryption.setAuthTag(sealed.subarray(end));
  return joinBytes(decryption.update(sealed.subarray(0, end)), decryption.final());
}

function ed25519(): Signatures {
  return {
    generateKeyPair: async () => rawKeys(generateKeyPairSync("ed25519")),
    sign: async (privateKey, message) => plain(sign(null, message, privateKeyOf("ed25519", privateKey))),
    verify: async (publicKey, signature, message) =>
      verify(null, message, publicKeyOf("ed25519", publicKey), signature),
  };
}

function rawKeys(keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }): KeyPair {
  const privateKey = keys.privateKey.export({ type: "pkcs8", format: "der" });
  return { publicKey: rawPublic(keys.publicKey), privateKey: plain(privateKey.subarray(-KEY_BYTES)) };
}

/** What every X25519 public key is a multiple of (RFC 7748, section 6.1). */
const BASE_POINT = publicKeyOf(
  "x25519",
  Uint8Array.from({ length: KEY_BYTES }, (_, at) => (at === 0 ? 9 : 0)),
);

/**
 * The public key of an X25519 private key: the shared secret with the base point. Exported, it takes twice as
 * long.
 */
function ephemeralPublic(privateKey: KeyObject): Uint8Array {
  return plain(diffieHellman({ privateKey, publicKey: BASE_POINT }));
}

/**
 * Not as JWK, though that takes half the time: it waits for ever where memory of a generated key is freed
 * meanwhile (Node 20).
 */
function rawPublic(key: KeyObject): Uint8Array {
  return plain(key.export({ type: "spki", format: "der" }).subarray(-KEY_BYTES));
}

/** The key of raw bytes. */
export function privateKeyOf(curve: Curve, raw: Uint8Array): KeyObject {
  const key = Buffer.concat([PKCS8[curve], raw]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** The key of raw bytes. As JWK it is made in a fraction of the time that DER takes. */
export function publicKeyOf(curve: Curve, raw: Uint8Array): KeyObject {
  const x = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString("base64url");
  const crv = curve === "x25519" ? "X25519" : "Ed25519";
  return createPublicKey({ key: { kty: "OKP", crv, x }, format: "jwk" });
}

/** A copy: a Buffer is a view of Node's pool, and its `slice` copies nothing. */
function plain(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer);
}

/**
 * One code for every reason: `node:crypto` throws one error for a low-order point and another for a wrong
 * tag.
 */
function orUnopenable<Result>(open: () => Result): Result {
  try {
    return open();
  } catch {
    throw unopenable();
  }
}
