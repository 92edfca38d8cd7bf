import { sharedBuffer } from "../../../tensor/shared-buffer.js";

/** `length` zero bytes that worker threads can see. */
export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(sharedBuffer(length));
}
