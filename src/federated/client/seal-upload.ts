import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { fromHex } from "../messages/hex.js";
import { joinBytes } from "../messages/join-bytes.js";
import { reportInfo } from "../messages/report-bytes.js";

/** The round that an upload is for. */
export interface UploadTarget {
  readonly announcementId: string;
  /** Of the round, hexadecimal. */
  readonly publicKey: string;
}

/** One user's upload: her credential, if any, and each slot sealed by itself. */
export async function sealUpload(
  crypto: CryptoProvider,
  { announcementId, publicKey }: UploadTarget,
  plaintexts: readonly Uint8Array[],
  credential: Uint8Array | null,
): Promise<Uint8Array> {
  const sender = await crypto.hpke.sender(fromHex("publicKey", publicKey, 32));
  const sealed = await Promise.all(
    plaintexts.map((plaintext, slot) => sender.seal(reportInfo(announcementId, slot), plaintext)),
  );
  return joinBytes(...(credential === null ? [] : [credential]), ...sealed);
}
