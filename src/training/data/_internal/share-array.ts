import { isShared } from "../../../tensor/shared-buffer.js";
import { sharedBytes } from "./shared-bytes.js";

/** The array itself where workers can see it, else a copy that they can. */
export function shareArray<Values extends Uint8Array | Uint32Array | Float32Array>(values: Values): Values {
  if (isShared(values.buffer)) return values;
  const shared = viewLike(values, sharedBytes(values.byteLength).buffer);
  shared.set(values);
  return shared as Values;
}

function viewLike(values: object, memory: ArrayBufferLike): Uint8Array | Uint32Array | Float32Array {
  if (values instanceof Float32Array) return new Float32Array(memory);
  return values instanceof Uint32Array ? new Uint32Array(memory) : new Uint8Array(memory);
}
