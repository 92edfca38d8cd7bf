/** JSON in which an infinite number is the string "Infinity" and not null: an unbounded epsilon must not vanish. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, item) => (item === Infinity || item === -Infinity ? String(item) : item),
    indent,
  );
}
