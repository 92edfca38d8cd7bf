import { DpError } from "../../errors.js";
import { DOCUMENT_BYTES } from "./canonical-json.js";

/**
 * A request's body of a length within the limits, in bytes; never more is read.
 *
 * @throws DpError BAD_INPUT another length, or a coding
 */
export async function readBody(
  request: Request,
  limits: { readonly min: number; readonly max: number },
): Promise<Uint8Array> {
  const coding = request.headers.get("content-encoding") ?? "identity";
  const said = request.headers.get("content-length");
  const isSaid = said === null || (/^\d{1,12}$/.test(said) && within(Number(said), limits));
  if (coding !== "identity" || !isSaid) throw wrongLength(said ?? coding, limits);
  const bytes = new Uint8Array(limits.max);
  let length = 0;
  for await (const part of partsOf(request)) {
    if (length + part.length > limits.max) throw wrongLength("more", limits);
    bytes.set(part, length);
    length += part.length;
  }
  if (!within(length, limits)) throw wrongLength(length, limits);
  return bytes.subarray(0, length);
}

/**
 * A request's body as JSON, by no schema yet.
 *
 * @param documents how many documents it may hold
 */
export async function readJsonBody(request: Request, documents: number): Promise<unknown> {
  const body = await readBody(request, { min: 2, max: documents * DOCUMENT_BYTES });
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    throw new DpError(
      "BAD_INPUT",
      "body: must be JSON, is not",
      { parameter: "body", value: undefined },
      error,
    );
  }
}

async function* partsOf({ body }: Request): AsyncIterable<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function within(length: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return length >= min && length <= max;
}

function wrongLength(value: unknown, { min, max }: { readonly min: number; readonly max: number }): DpError {
  const allowed = min === max ? `${min} bytes` : `${min} to ${max} bytes`;
  return new DpError("BAD_INPUT", `body: must be ${allowed} without coding, got ${value}`, {
    parameter: "body",
    value,
    allowed,
  });
}
