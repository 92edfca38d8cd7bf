const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The number that a text spells in decimals, or as a fraction such as 256/50000; undefined for other texts.
 */
export function parseNumber(text: string): number | undefined {
  const parts = text.split("/").map((part) => part.trim());
  if (parts.length > 2 || !parts.every((part) => DECIMAL.test(part))) return undefined;
  const [numerator, denominator = 1] = parts.map(Number);
  return numerator! / denominator;
}
