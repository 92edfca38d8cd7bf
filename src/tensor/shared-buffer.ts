/** Whether threads can share memory: always in Node, in a page where it is cross-origin isolated. */
export const CAN_SHARE: boolean = typeof SharedArrayBuffer !== "undefined";

/**
 * Zeroed memory that all threads see; where nothing can be shared, memory that is copied to the one worker.
 */
export function sharedBuffer(bytes: number): ArrayBufferLike {
  return CAN_SHARE ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

/** Whether workers see this memory without a copy of their own, as far as the platform lets them. */
export function isShared(buffer: ArrayBufferLike): boolean {
  return !CAN_SHARE || buffer instanceof SharedArrayBuffer;
}
