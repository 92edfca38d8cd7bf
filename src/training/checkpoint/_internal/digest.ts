import { DpError } from "../../../errors.js";
import type { NamedTensor } from "../../safetensors/tensor-file.js";

/**
 * SHA-256 of a checkpoint's words and numbers, hexadecimal.
 *
 * @throws DpError UNSUPPORTED the platform has no `crypto.subtle`
 */
export async function digest(run: string, tensors: readonly NamedTensor[]): Promise<string> {
  const words = JSON.stringify([run, tensors.map(({ name, shape }) => [name, shape])]);
  const numbers = tensors.map(({ values }) => new Uint8Array(values.slice().buffer));
  const bytes = await new Blob([new TextEncoder().encode(words), ...numbers]).arrayBuffer();
  const hash = new Uint8Array(await subtle().digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function subtle(): typeof globalThis.crypto.subtle {
  const found = globalThis.crypto?.subtle;
  if (found !== undefined) return found;
  throw new DpError(
    "UNSUPPORTED",
    "checkpoint: the platform must have crypto.subtle, got none; use Node 20.19, or a page that is served over https or from localhost",
    { parameter: "crypto.subtle", value: undefined, allowed: "the platform's SHA-256" },
  );
}
