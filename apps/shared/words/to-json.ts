import { escapeControls } from "./escape-controls.js";

/**
 * JSON in which an infinite number is the string "Infinity" and not null: an unbounded epsilon must not
 * vanish. What a terminal would obey is spelled out, as `\u009b`, which is the same text.
 */
export function toJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_key, item) => (item === Infinity || item === -Infinity ? String(item) : item),
    indent,
  );
  return text.split("\n").map(escapeControls).join("\n"); // a new line stands between values alone
}
