import { wrongShape } from "../../validate.js";

const DIGITS = new TextEncoder().encode("0123456789abcdef");
/** By a digit's character code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, DIGITS.indexOf(code)));

/** Bytes in hexadecimal, lower case. */
export function toHex(bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw wrongShape("toHex: bytes", bytes, "a Uint8Array");
  const codes = new Uint8Array(2 * bytes.length);
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    codes[2 * index] = DIGITS[byte >> 4]!;
    codes[2 * index + 1] = DIGITS[byte & 15]!;
  }
  return new TextDecoder().decode(codes);
}

/**
 * The bytes behind lower-case hexadecimal.
 *
 * @throws DpError BAD_INPUT it is none, or not of `length` bytes
 */
export function fromHex(name: string, text: unknown, length: number): Uint8Array {
  if (typeof text !== "string" || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text))
    throw wrongShape(name, text, `${length} bytes in lower-case hexadecimal`);
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) {
    const high = VALUES[text.charCodeAt(2 * index)]!;
    bytes[index] = (high << 4) | VALUES[text.charCodeAt(2 * index + 1)]!;
  }
  return bytes;
}
