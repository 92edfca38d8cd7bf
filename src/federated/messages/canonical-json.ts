import { DpError } from "../../errors.js";
import { show } from "../../validate.js";

/** The most bytes of a document. */
export const DOCUMENT_BYTES = 65_536;
const DEPTH = 8;

/**
 * The one text of a JSON value: keys sorted by their UTF-16 units, no white space, strings and numbers as
 * `JSON.stringify` writes them.
 *
 * @throws DpError BAD_INPUT the value is not plain JSON: undefined, functions, NaN, infinities, lone
 *   surrogates, the key `__proto__`, or nesting beyond 8
 */
export function canonicalJson(value: unknown): string {
  return written(value, 0);
}

/**
 * The value behind a canonical text.
 *
 * @throws DpError BAD_INPUT it is longer than 64 KiB, no JSON, nested deeper than 8, or not the canonical
 *   text: white space, unsorted or repeated keys, `__proto__`, another spelling of a number or a string
 */
export function readCanonicalJson(name: string, text: unknown): unknown {
  if (typeof text !== "string") throw notCanonical(name, text);
  if (new TextEncoder().encode(text).length > DOCUMENT_BYTES) throw notCanonical(name, text);
  try {
    const value: unknown = JSON.parse(text);
    if (canonicalJson(value) === text) return value;
  } catch (error) {
    throw notCanonical(name, text, error);
  }
  throw notCanonical(name, text);
}

function notCanonical(name: string, value: unknown, cause?: unknown): DpError {
  const allowed = "canonical JSON of at most 64 KiB and eight levels";
  const message = `${name} must be ${allowed}, got ${show(value)}`;
  return new DpError("BAD_INPUT", message, { parameter: name, value: undefined, allowed }, cause);
}

function written(value: unknown, depth: number): string {
  if (depth > DEPTH) throw notPlain(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === "string" && !/\p{Surrogate}/u.test(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, depth + 1)).join(",")}]`;
  if (typeof value !== "object") throw notPlain(value);
  const fields = Object.keys(value).sort();
  if (fields.includes("__proto__")) throw notPlain("__proto__");
  const texts = fields.map(
    (field) => `${written(field, depth)}:${written((value as Record<string, unknown>)[field], depth + 1)}`,
  );
  return `{${texts.join(",")}}`;
}

function notPlain(value: unknown): DpError {
  return new DpError(
    "BAD_INPUT",
    `canonicalJson: value must be plain JSON of at most eight levels, got ${show(value)}`,
    {
      parameter: "canonicalJson: value",
      value: undefined,
    },
  );
}
