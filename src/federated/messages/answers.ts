import { DpError, type DpErrorCode } from "../../errors.js";

/** Of every answer: nothing is stored, remembered or told to others. */
const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** HTTP statuses of refusals. */
const STATUS: Readonly<Record<DpErrorCode, number>> = {
  OUT_OF_RANGE: 400,
  BAD_INPUT: 400,
  BAD_SIGNATURE: 400,
  NOT_AUTHORIZED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ROUND_CLOSED: 410,
  REFUSED: 422,
  UNOPENABLE: 422,
  BUDGET_EXCEEDED: 422,
  NOT_APPLICABLE: 422,
  LEDGER_BEHIND: 422,
  LEDGER_MOVED: 422,
  ROUND_FULL: 503,
  STORE_UNAVAILABLE: 503,
  DATA_UNREADABLE: 500,
  NOT_CONVERGED: 500,
  WORKER_DIED: 500,
  UNSUPPORTED: 500,
  CANCELLED: 503,
};

/** What a refusal says. */
export interface Problem {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly code: DpErrorCode;
  readonly detail: string;
  /** The round that collects now, where the one that was meant does not any more. */
  readonly next?: number | null;
}

export function jsonAnswer(value: object, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { ...HEADERS, "content-type": "application/json" },
  });
}

/** Bytes, whole or as a part of `total`. */
export function bytesAnswer(
  bytes: Uint8Array,
  range?: { readonly start: number; readonly total: number },
): Response {
  const headers: Record<string, string> = { ...HEADERS, "content-type": "application/octet-stream" };
  if (range !== undefined)
    headers["content-range"] = `bytes ${range.start}-${range.start + bytes.length - 1}/${range.total}`;
  return new Response(new Uint8Array(bytes), { status: range === undefined ? 200 : 206, headers });
}

/**
 * A refusal as `application/problem+json`. Errors that are not ours are a store's or a programmer's: nothing
 * of them is told.
 *
 * @param next of a closed round, the one that collects now
 */
export function problemAnswer(error: unknown, next?: number | null): Response {
  const known = error instanceof DpError ? error : unavailable(error);
  const status = STATUS[known.code];
  const problem: Problem = {
    type: "about:blank",
    title: known.code.toLowerCase().replaceAll("_", " "),
    status,
    code: known.code,
    detail: known.message,
    ...(next !== undefined && { next }),
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { ...HEADERS, "content-type": "application/problem+json" },
  });
}

/** A store's error, or that of a party that did not answer. */
export function unavailable(cause: unknown): DpError {
  const message = "store: must be there, is not; nothing was acknowledged, send the same again later";
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "store", value: undefined }, cause);
}

/** @throws DpError what the answer's problem says; STORE_UNAVAILABLE where it says none */
export async function readProblem(response: Response): Promise<DpError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const { code, detail } = problem;
  if (typeof code !== "string" || !Object.hasOwn(STATUS, code)) return unavailable(response.status);
  const details = { parameter: "answer", value: problem };
  return new DpError(code, String(detail), details);
}
