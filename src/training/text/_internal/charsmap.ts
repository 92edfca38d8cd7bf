/**
 * SentencePiece's compiled normalization: a trie of UTF-8 as a double array, which leads to places among the
 * replacements.
 *
 * A grapheme of fewer than 6 bytes is replaced as a whole where the trie knows a beginning of it, or else
 * character by character.
 */
export function charsmapNormalizer(charsmap: Uint8Array): (text: string) => string {
  const view = new DataView(charsmap.buffer, charsmap.byteOffset, charsmap.byteLength);
  const size = view.getUint32(0, true);
  const units = Uint32Array.from({ length: size / 4 }, (_, i) => view.getUint32(4 + 4 * i, true));
  const replacements = charsmap.subarray(4 + size);
  const replacementOf = (part: string): string | undefined => {
    const start = shortestPrefix(units, new TextEncoder().encode(part));
    if (start === undefined) return undefined;
    const end = replacements.indexOf(0, start);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(replacements.subarray(start, end));
  };
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  return (text) =>
    Array.from(segmenter.segment(text), ({ segment }) => {
      const isShort = new TextEncoder().encode(segment).length < 6;
      const whole = isShort ? replacementOf(segment) : undefined;
      return whole ?? Array.from(segment, (each) => replacementOf(each) ?? each).join("");
    }).join("");
}

/** The value of the shortest key that begins the bytes, if there is one. */
function shortestPrefix(units: Uint32Array, bytes: Uint8Array): number | undefined {
  let place = offsetOf(units[0]!);
  for (const byte of bytes) {
    if (byte === 0) return undefined;
    place ^= byte;
    const unit = units[place] ?? 0;
    if ((unit & 0x800000ff) !== byte) return undefined;
    place ^= offsetOf(unit);
    if ((unit & 0x100) !== 0) return (units[place] ?? 0) & 0x7fffffff;
  }
  return undefined;
}

function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & 0x200) >>> 6);
}
