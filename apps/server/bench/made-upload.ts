import { createHash } from "node:crypto";
import type { Upload } from "../../../src/federated/shuffler/shuffler-store.js";

/** Of a sealed slot of one byte. */
export const ROW_BYTES = 49;
export const KEY_BYTES = 16;

/**
 * The upload of a number: the same in every process. A row begins with its key, so that its order is seen.
 */
export function madeUpload(number: number): Upload {
  const digest = (of: string): Buffer => createHash("sha256").update(`${of} ${number}`).digest();
  const key = digest("key").subarray(0, KEY_BYTES);
  const bytes = Buffer.concat([key, digest("sealed"), Buffer.alloc(ROW_BYTES)]).subarray(0, ROW_BYTES);
  return { sender: digest("sender"), rows: [{ key, bytes }] };
}
