/**
 * Text from files as one line that XML can hold: control characters and such that turn the writing direction
 * are masked.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd");
}
