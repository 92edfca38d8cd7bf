const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * A text without spaces around it, its accents composed: one name for the spellings of Unicode that look
 * alike (NFC, NFD).
 */
export function normalizedText(text: string): string {
  const trimmed = text.trim();
  return BEYOND_ASCII.test(trimmed) ? trimmed.normalize("NFC") : trimmed;
}
