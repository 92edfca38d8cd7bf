import { DpError } from "../../../errors.js";

/** The refusal of a safetensors file, or of one of its tensors. */
export function unreadableTensors(what: string, why: string, cause?: unknown): DpError {
  const message = `${what} is not a readable safetensors file: ${why}`;
  return new DpError("DATA_UNREADABLE", message, { parameter: what, value: why }, cause);
}
