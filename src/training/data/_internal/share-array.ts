import { sharedBytes } from "./shared-bytes.js";

/** The array itself where worker threads can see it, else a copy that they can. */
export function shareArray<Values extends Uint8Array | Uint32Array | Float32Array>(values: Values): Values {
  if (typeof SharedArrayBuffer === "undefined" || values.buffer instanceof SharedArrayBuffer) return values;
  const { buffer } = sharedBytes(values.byteLength);
  const Typed = values.constructor as new (memory: ArrayBufferLike) => Values;
  const shared = new Typed(buffer);
  shared.set(values);
  return shared;
}
