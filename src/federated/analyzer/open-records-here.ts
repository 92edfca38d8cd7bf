import { DpError } from "../../errors.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { SEALING_BYTES } from "../messages/report-bytes.js";
import type { OpenRecords } from "./open-records.js";

/** Opens records in this thread. What does not open is marked, and nothing is told of it. */
export function openRecordsHere(crypto: CryptoProvider): OpenRecords {
  return async ({ keys, info, sealedLength, records }) => {
    const recipient = await crypto.hpke.recipient(keys);
    const count = records.length / sealedLength;
    const length = sealedLength - SEALING_BYTES;
    const plaintexts = new Uint8Array(count * length);
    const valid = new Uint8Array(count);
    for (let index = 0; index < count; index++) {
      const sealed = records.subarray(index * sealedLength, (index + 1) * sealedLength);
      try {
        plaintexts.set(await recipient.open(info, sealed), index * length);
        valid[index] = 1;
      } catch (error) {
        if (!(error instanceof DpError)) throw error;
      }
    }
    return { plaintexts, valid };
  };
}
