import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { joinBytes } from "../messages/join-bytes.js";

const KEY_BYTES = 16;

/** Where records stand in a slot's order: docs/theorems/shuffle-by-keys.md. */
export interface RowKeys {
  /** HMAC-SHA256(order key, slot || "r" || SHA-256(sealed)), cut to 16 bytes. */
  report(slot: number, sealed: Uint8Array): Promise<Uint8Array>;
  /** HMAC-SHA256(order key, slot || "d" || index), cut to 16 bytes. */
  dummy(slot: number, index: number): Promise<Uint8Array>;
}

/** The order of a round under its key. Slots and indices are big-endian, of two and four bytes. */
export async function rowKeys(crypto: CryptoProvider, orderKey: Uint8Array): Promise<RowKeys> {
  const mac = await crypto.hmacSha256(orderKey);
  const key = async (slot: number, letter: "r" | "d", name: Uint8Array): Promise<Uint8Array> => {
    const place = Uint8Array.of(slot >> 8, slot & 0xff, letter.charCodeAt(0));
    return (await mac(joinBytes(place, name))).slice(0, KEY_BYTES);
  };
  return {
    report: async (slot, sealed) => key(slot, "r", await crypto.sha256(sealed)),
    dummy(slot, index) {
      const name = new Uint8Array(4);
      new DataView(name.buffer).setUint32(0, index);
      return key(slot, "d", name);
    },
  };
}
