import { DpError } from "../../errors.js";
import { fromHex } from "./hex.js";
import { joinBytes } from "./join-bytes.js";

/** Of a credential. */
export const CREDENTIAL_BYTES = 32;
/** What sealing adds: `enc(32)` and `tag(16)`. */
export const SEALING_BYTES = 48;

/**
 * What a report of a slot is sealed with: `"croupier-v1/report" || 0x00 || announcementId(32) ||
 * slot(uint16)`. Nothing in it is a report's own.
 */
export function reportInfo(announcementId: string, slot: number): Uint8Array {
  const label = new TextEncoder().encode("croupier-v1/report");
  const id = fromHex("reportInfo: announcementId", announcementId, 32);
  return joinBytes(label, Uint8Array.of(0), id, Uint8Array.of(slot >> 8, slot & 0xff));
}

/** How an upload lies in its bytes: `credential(32, if any) || slot_0 || ... || slot_{m-1}`. */
export interface UploadLayout {
  readonly hasCredential: boolean;
  /** Plaintext bytes of each slot. */
  readonly slots: readonly number[];
}

/** All uploads of a study have this length. */
export function uploadBytes({ hasCredential, slots }: UploadLayout): number {
  const sealed = slots.reduce((sum, length) => sum + length + SEALING_BYTES, 0);
  return (hasCredential ? CREDENTIAL_BYTES : 0) + sealed;
}

/** An upload's parts. */
export interface UploadParts {
  readonly credential: Uint8Array | undefined;
  readonly slots: readonly Uint8Array[];
}

/** @throws DpError BAD_INPUT another length */
export function splitUpload(bytes: Uint8Array, layout: UploadLayout): UploadParts {
  const length = uploadBytes(layout);
  if (bytes.length !== length) {
    throw new DpError(
      "BAD_INPUT",
      `upload: must be ${length} bytes, got ${bytes.length}; send it whole, as it was sealed`,
      {
        parameter: "upload",
        value: bytes.length,
        allowed: `${length} bytes`,
      },
    );
  }
  let offset = layout.hasCredential ? CREDENTIAL_BYTES : 0;
  const credential = layout.hasCredential ? bytes.slice(0, offset) : undefined;
  const slots = layout.slots.map((plain) => {
    const start = offset;
    offset += plain + SEALING_BYTES;
    return bytes.slice(start, offset);
  });
  return { credential, slots };
}
