import { readFileSync } from "node:fs";
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { describe, expect, it } from "vitest";
import { aesKeyAndNonce, encapsulatedSecret, scheduleContext } from "../node/key-schedule.js";
import { nodeCrypto, openWith, privateKeyOf, publicKeyOf, sealWith } from "../node/node-crypto.js";
import type { CryptoProvider } from "./crypto-provider.js";
import { webCrypto } from "./web-crypto.js";

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const RFC: Record<string, string> = JSON.parse(
  readFileSync(new URL("../../../test/vectors/federated/rfc9180.json", import.meta.url), "utf8"),
);
const BOTH: readonly (readonly [string, CryptoProvider])[] = [
  ["webCrypto", webCrypto()],
  ["nodeCrypto", nodeCrypto()],
];
const PAIRS = BOTH.flatMap(([sender, from]) =>
  BOTH.map(([opener, to]) => [sender, opener, from, to] as const),
);
const info = new TextEncoder().encode("croupier-v1/report");
const unopenable = expect.objectContaining({ code: "UNOPENABLE" });

/** Points whose multiples are all zero, or of order at most 8 (RFC 7748, section 6.1; the twist's too). */
const LOW_ORDER = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

describe("RFC 9180", () => {
  it("is what nodeCrypto seals and opens, step by step", () => {
    const { secret, schedule } = {
      secret: hex(RFC.shared_secret!),
      schedule: aesKeyAndNonce(hex(RFC.shared_secret!), scheduleContext(hex(RFC.info!))),
    };
    expect([text(schedule.key), text(schedule.nonce)]).toEqual([RFC.key, RFC.base_nonce]);
    const ephemeral = privateKeyOf("x25519", hex(RFC.skEm!));
    const recipient = publicKeyOf("x25519", hex(RFC.pkRm!));
    const to = { recipient, publicKey: hex(RFC.pkRm!), context: scheduleContext(hex(RFC.info!)) };
    const sealed = sealWith(ephemeral, to, hex(RFC.pt!), hex(RFC.aad!));
    expect(text(sealed)).toBe(RFC.pkEm! + RFC.ct!);
    const from = { ...to, secret: privateKeyOf("x25519", hex(RFC.skRm!)) };
    expect(text(openWith(from, sealed, hex(RFC.aad!)))).toBe(RFC.pt);
    expect(() => openWith(from, sealed)).toThrow();
    expect(text(encapsulatedSecret(new Uint8Array(32), hex(RFC.pkEm!), to.publicKey))).not.toBe(text(secret));
  });

  it("is what the suite of webCrypto opens", async () => {
    const suite = new CipherSuite({
      kem: new DhkemX25519HkdfSha256(),
      kdf: new HkdfSha256(),
      aead: new Aes128Gcm(),
    });
    const recipientKey = await suite.kem.importKey("raw", hex(RFC.skRm!).buffer as ArrayBuffer, false);
    const options = { recipientKey, enc: hex(RFC.pkEm!), info: hex(RFC.info!) };
    expect(text(new Uint8Array(await suite.open(options, hex(RFC.ct!), hex(RFC.aad!))))).toBe(RFC.pt);
  });
});

describe.each(PAIRS)("what %s seals and %s opens", (_, __, from, to) => {
  it("is the plaintext, at one length, each time with other bytes", async () => {
    const keys = await to.hpke.generateKeyPair();
    const [sender, recipient] = [await from.hpke.sender(keys.publicKey), await to.hpke.recipient(keys)];
    for (const length of [0, 1, 4, 900]) {
      const plaintext = to.randomBytes(length);
      const [one, other] = [await sender.seal(info, plaintext), await sender.seal(info, plaintext)];
      expect(one).toHaveLength(48 + length);
      expect(text(one.subarray(0, 32))).not.toBe(text(other.subarray(0, 32)));
      expect(text(await recipient.open(info, one))).toBe(text(plaintext));
    }
  });

  it("opens with nothing else: one error, whatever is wrong", async () => {
    const [keys, others] = [await to.hpke.generateKeyPair(), await from.hpke.generateKeyPair()];
    const recipient = await to.hpke.recipient(keys);
    const sealed = await (await from.hpke.sender(keys.publicKey)).seal(info, Uint8Array.of(5));
    const messages = new Set<string>();
    const refuses = async (attempt: Promise<unknown>) => {
      const error = await attempt.then(
        () => "opened",
        (reason: unknown) => reason,
      );
      expect(error).toEqual(unopenable);
      messages.add(JSON.stringify([(error as Error).message, (error as { details: unknown }).details]));
    };
    for (let place = 0; place < sealed.length; place++) {
      const changed = sealed.slice();
      changed[place]! ^= 1;
      await refuses(recipient.open(info, changed));
    }
    // X25519 ignores the highest bit of enc; the key schedule does not.
    const high = sealed.slice();
    high[31]! ^= 0x80;
    await refuses(recipient.open(info, high));
    await refuses(recipient.open(new TextEncoder().encode("croupier-v1/repor"), sealed));
    await refuses((await to.hpke.recipient(others)).open(info, sealed));
    for (const length of [0, 16, 31, 32, 47, 48])
      await refuses(recipient.open(info, sealed.subarray(0, length)));
    for (const point of LOW_ORDER) {
      const forged = sealed.slice();
      forged.set(hex(point));
      await refuses(recipient.open(info, forged));
      await refuses(from.hpke.sender(hex(point)).then((sender) => sender.seal(info, Uint8Array.of(5))));
    }
    await refuses(from.hpke.sender(new Uint8Array(31)));
    expect(messages.size).toBe(1);
  });

  it("verifies what the other signs, and unwraps what it wraps", async () => {
    const keys = await from.signatures.generateKeyPair();
    const message = from.randomBytes(100);
    const signature = await from.signatures.sign(keys.privateKey, message);
    expect(text(await to.signatures.sign(keys.privateKey, message))).toBe(text(signature));
    expect(await to.signatures.verify(keys.publicKey, signature, message)).toBe(true);
    expect(await to.signatures.verify(keys.publicKey, signature, message.subarray(1))).toBe(false);
    for (const length of [0, 63, 65]) {
      const wrong = new Uint8Array(length);
      expect(await to.signatures.verify(keys.publicKey, wrong, message)).toBe(false);
    }
    const key = from.randomBytes(32);
    const wrapped = await from.wrap(key, message, info);
    expect(text(await to.unwrap(key, wrapped, info))).toBe(text(message));
    await expect(to.unwrap(key, wrapped, info.subarray(1))).rejects.toEqual(unopenable);
    await expect(to.unwrap(from.randomBytes(32), wrapped, info)).rejects.toEqual(unopenable);
    await expect(to.unwrap(key, wrapped.subarray(0, 20), info)).rejects.toEqual(unopenable);
  });

  it("hash alike", async () => {
    const [key, message] = [from.randomBytes(32), from.randomBytes(5000)];
    expect(text(await from.sha256(message))).toBe(text(await to.sha256(message)));
    const hasher = to.hasher();
    for (let start = 0; start < 5000; start += 700) hasher.update(message.subarray(start, start + 700));
    expect(text(await hasher.digest())).toBe(text(await from.sha256(message)));
    const [one, other] = [await from.hmacSha256(key), await to.hmacSha256(key)];
    expect(text(await one(message))).toBe(text(await other(message)));
  });
});
