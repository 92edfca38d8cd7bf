/** FNV-1a of a text's UTF-8, 32 bits: the same everywhere, for splits that are public. */
export function publicHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
