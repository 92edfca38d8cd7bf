import { DpError } from "../../errors.js";
import type { CryptoProvider, KeyPair } from "../crypto/crypto-provider.js";
import { canonicalJson } from "../messages/canonical-json.js";
import { fromHex } from "../messages/hex.js";
import type { MasterKey } from "./analyzer.js";
import type { AnalyzerContext } from "./analyzer-context.js";
import type { WrappedKey } from "./analyzer-store.js";

/** Which round a private key is of. */
export interface KeyPlace {
  readonly study: string;
  readonly round: number;
  /** Hexadecimal. */
  readonly publicKey: string;
}

/** A round's private key under a master key; study, round and public key are bound to it. */
export async function wrapKey(
  crypto: CryptoProvider,
  { id, key }: MasterKey,
  privateKey: Uint8Array,
  place: KeyPlace,
): Promise<WrappedKey> {
  const wrapped = await crypto.wrap(key, privateKey, associated(place));
  return { study: place.study, round: place.round, masterId: id, wrapped };
}

/** @throws DpError REFUSED its master key is not here; UNOPENABLE it was altered, or is another round's */
export async function unwrapKey(
  { crypto, masters }: AnalyzerContext,
  { masterId, wrapped }: WrappedKey,
  place: KeyPlace,
): Promise<KeyPair> {
  const master = masters().find(({ id }) => id === masterId);
  if (master === undefined) {
    const message = `keys: master key ${masterId} must be given, is not; give it beside the newest one`;
    throw new DpError("REFUSED", message, { parameter: "masters", value: masterId });
  }
  return {
    privateKey: await crypto.unwrap(master.key, wrapped, associated(place)),
    publicKey: fromHex("publicKey", place.publicKey, 32),
  };
}

function associated({ study, round, publicKey }: KeyPlace): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ study, round, publicKey }));
}
