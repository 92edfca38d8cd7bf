/**
 * The cryptography that the parties share. Browsers and servers have one implementation each, and each opens
 * what the other seals.
 */

/** Raw keys, 32 bytes each. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** Who seals to one public key. Every call makes an ephemeral key of its own. */
export interface Sender {
  /** @returns `enc(32) || ciphertext || tag(16)` */
  seal(info: Uint8Array, plaintext: Uint8Array): Promise<Uint8Array>;
}

/** Who opens what was sealed to one key. */
export interface Recipient {
  /**
   * @throws DpError UNOPENABLE sealed to another key or info, altered, or no sealed bytes at all: one code
   * for all of them
   */
  open(info: Uint8Array, sealed: Uint8Array): Promise<Uint8Array>;
}

/**
 * HPKE in base mode, single shot (RFC 9180): DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, no
 * associated data. A context is never used twice: two messages of one context would share `enc` and could be
 * linked.
 */
export interface Hpke {
  generateKeyPair(): Promise<KeyPair>;
  /** @throws DpError UNOPENABLE it is no public key, or one that gives no secret */
  sender(publicKey: Uint8Array): Promise<Sender>;
  recipient(keys: KeyPair): Promise<Recipient>;
}

/** Ed25519 (RFC 8032). The private key is the seed of 32 bytes. */
export interface Signatures {
  generateKeyPair(): Promise<KeyPair>;
  sign(privateKey: Uint8Array, message: Uint8Array): Promise<Uint8Array>;
  verify(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): Promise<boolean>;
}

/** SHA-256 of bytes that come in parts. */
export interface Hasher {
  update(part: Uint8Array): void;
  digest(): Promise<Uint8Array>;
}

/** All of it. */
export interface CryptoProvider {
  readonly hpke: Hpke;
  readonly signatures: Signatures;
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
  hasher(): Hasher;
  /** A function of messages under one key. */
  hmacSha256(key: Uint8Array): Promise<(message: Uint8Array) => Promise<Uint8Array>>;
  /** AES-256-GCM: `nonce(12) || ciphertext || tag(16)`. */
  wrap(key: Uint8Array, plaintext: Uint8Array, associated: Uint8Array): Promise<Uint8Array>;
  /** @throws DpError UNOPENABLE another key or associated data, or altered bytes */
  unwrap(key: Uint8Array, wrapped: Uint8Array, associated: Uint8Array): Promise<Uint8Array>;
  randomBytes(length: number): Uint8Array;
}
