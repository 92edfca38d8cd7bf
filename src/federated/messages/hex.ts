import { wrongShape } from "../../validate.js";

/** Of each byte. */
const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes in hexadecimal, lower case. */
export function toHex(bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw wrongShape("toHex: bytes", bytes, "a Uint8Array");
  let text = "";
  for (const byte of bytes) text += PAIRS[byte]!;
  return text;
}

/**
 * The bytes behind lower-case hexadecimal.
 *
 * @throws DpError BAD_INPUT it is none, or not of `length` bytes
 */
export function fromHex(name: string, text: unknown, length: number): Uint8Array {
  if (typeof text !== "string" || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text))
    throw wrongShape(name, text, `${length} bytes in lower-case hexadecimal`);
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
}
