/**
 * GPT-2's letters for the 256 bytes: printable ones stand for themselves, the others are counted up from
 * U+0100.
 */
export const BYTE_ALPHABET: readonly string[] = alphabet();

const BYTES: ReadonlyMap<string, number> = new Map(BYTE_ALPHABET.map((letter, byte) => [letter, byte]));

/** The letters of a text's bytes in UTF-8. */
export function byteLetters(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => BYTE_ALPHABET[byte]!).join("");
}

/** The bytes of such letters; a text with any other character stands for itself. */
export function bytesOfLetters(letters: string): Uint8Array {
  const bytes = Array.from(letters, (letter) => BYTES.get(letter));
  if (bytes.every((byte) => byte !== undefined)) return Uint8Array.from(bytes);
  return new TextEncoder().encode(letters);
}

function alphabet(): string[] {
  let others = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    return String.fromCharCode(isPrintable ? byte : others++);
  });
}
