import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { DpError } from "../../errors.js";
import { joinBytes } from "../messages/join-bytes.js";
import type { CryptoProvider, Hasher, Hpke, KeyPair, Signatures } from "./crypto-provider.js";
import { unopenable } from "./unopenable.js";

const ENC_BYTES = 32;
const NONCE_BYTES = 12;
/** What comes before the seed in PKCS #8 (RFC 8410). */
const PKCS8_ED25519 = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);

/** A copy in a buffer of its own, as WebCrypto wants it. */
type Owned = Uint8Array<ArrayBuffer>;

/**
 * The cryptography of browsers: `@hpke/core` over WebCrypto, which also signs, hashes and wraps. It runs in
 * Node as well, ten times slower than Node's own.
 *
 * @throws DpError UNSUPPORTED (at use) the browser has no X25519 or Ed25519
 */
export function webCrypto(): CryptoProvider {
  const { subtle } = globalThis.crypto;
  const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await subtle.digest("SHA-256", own(bytes)));
  return {
    hpke: hpkeOverCore(),
    signatures: ed25519(),
    sha256,
    hasher: () => collectingHasher(sha256),
    async hmacSha256(key) {
      const imported = await subtle.importKey("raw", own(key), { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
      ]);
      return async (message) => new Uint8Array(await subtle.sign("HMAC", imported, own(message)));
    },
    async wrap(key, plaintext, associated) {
      const nonce = globalThis.crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const aes = await aesKey(key, "encrypt");
      const sealed = await subtle.encrypt(gcm(nonce, associated), aes, own(plaintext));
      return joinBytes(nonce, new Uint8Array(sealed));
    },
    async unwrap(key, wrapped, associated) {
      const nonce = own(wrapped.subarray(0, NONCE_BYTES));
      const sealed = own(wrapped.subarray(NONCE_BYTES));
      const aes = await aesKey(key, "decrypt");
      return orUnopenable(
        async () => new Uint8Array(await subtle.decrypt(gcm(nonce, associated), aes, sealed)),
      );
    },
    randomBytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
  };
}

function own(bytes: Uint8Array): Owned {
  return new Uint8Array(bytes); // `slice` of Node's Buffer copies nothing
}

function gcm(iv: Owned, associated: Uint8Array): { name: string; iv: Owned; additionalData: Owned } {
  return { name: "AES-GCM", iv, additionalData: own(associated) };
}

function aesKey(key: Uint8Array, use: "encrypt" | "decrypt") {
  return globalThis.crypto.subtle.importKey("raw", own(key), "AES-GCM", false, [use]);
}

/** WebCrypto hashes nothing in parts: they are kept until the end. */
function collectingHasher(sha256: CryptoProvider["sha256"]): Hasher {
  const parts: Uint8Array[] = [];
  return { update: (part) => void parts.push(part.slice()), digest: () => sha256(joinBytes(...parts)) };
}

/** Single shot only: `seal` and `open` of the suite make a context of their own for each call. */
function hpkeOverCore(): Hpke {
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  });
  const imported = (key: Uint8Array, isPublic: boolean) =>
    suite.kem.importKey("raw", own(key).buffer, isPublic);
  return {
    async generateKeyPair() {
      const keys = await orUnsupported("X25519", () => suite.kem.generateKeyPair());
      return {
        publicKey: new Uint8Array(await suite.kem.serializePublicKey(keys.publicKey)),
        privateKey: new Uint8Array(await suite.kem.serializePrivateKey(keys.privateKey)),
      };
    },
    async sender(publicKey) {
      const recipientPublicKey = await orUnopenable(() => imported(publicKey, true));
      return {
        async seal(info, plaintext) {
          const { enc, ct } = await orUnopenable(() =>
            suite.seal({ recipientPublicKey, info: own(info) }, own(plaintext)),
          );
          return joinBytes(new Uint8Array(enc), new Uint8Array(ct));
        },
      };
    },
    async recipient({ privateKey }) {
      const recipientKey = await orUnopenable(() => imported(privateKey, false));
      return {
        open: (info, sealed) =>
          orUnopenable(async () => {
            const enc = own(sealed.subarray(0, ENC_BYTES));
            const ct = own(sealed.subarray(ENC_BYTES));
            return new Uint8Array(await suite.open({ recipientKey, enc, info: own(info) }, ct));
          }),
      };
    },
  };
}

function ed25519(): Signatures {
  const { subtle } = globalThis.crypto;
  const privateOf = (seed: Uint8Array, extractable: boolean) =>
    orUnsupported("Ed25519", () =>
      subtle.importKey("pkcs8", own(joinBytes(PKCS8_ED25519, seed)), "Ed25519", extractable, ["sign"]),
    );
  return {
    async generateKeyPair(): Promise<KeyPair> {
      const privateKey = globalThis.crypto.getRandomValues(new Uint8Array(32));
      const { x } = await subtle.exportKey("jwk", await privateOf(privateKey, true));
      const base64 = x!.replaceAll("-", "+").replaceAll("_", "/");
      return { privateKey, publicKey: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) };
    },
    sign: async (privateKey, message) =>
      new Uint8Array(await subtle.sign("Ed25519", await privateOf(privateKey, false), own(message))),
    async verify(publicKey, signature, message) {
      const key = await orUnsupported("Ed25519", () =>
        subtle.importKey("raw", own(publicKey), "Ed25519", false, ["verify"]),
      );
      return subtle.verify("Ed25519", key, own(signature), own(message));
    },
  };
}

/** One code for every reason. */
async function orUnopenable<Result>(open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch {
    throw unopenable();
  }
}

async function orUnsupported<Result>(algorithm: string, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    const message = `webCrypto: the platform must have ${algorithm}, got none; use a current browser, or Node 20.19`;
    throw new DpError("UNSUPPORTED", message, { parameter: algorithm }, error);
  }
}
