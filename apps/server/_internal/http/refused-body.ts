import type { IncomingMessage } from "node:http";

/** Why a body is not read. */
export interface BodyRefusal {
  readonly status: 411 | 413 | 415;
  /** `application/problem+json`. */
  readonly body: string;
}

/** What is wrong with a request's body, by its head alone; undefined where nothing is. */
export function refusedBody({ headers }: IncomingMessage, mostBytes: number): BodyRefusal | undefined {
  const coding = headers["content-encoding"];
  if (coding !== undefined && coding !== "identity")
    return refusal(415, "body: must not be encoded; send the bytes as they are");
  if (headers["transfer-encoding"] !== undefined)
    return refusal(411, "body: must have its length in Content-Length; send it in one piece");
  if (Number(headers["content-length"] ?? 0) <= mostBytes) return undefined;
  return refusal(413, `body: must have at most ${mostBytes} bytes; send nothing but what the study asks for`);
}

function refusal(status: BodyRefusal["status"], detail: string): BodyRefusal {
  const problem = { type: "about:blank", title: "BAD_INPUT", status, code: "BAD_INPUT", detail };
  return { status, body: JSON.stringify(problem) };
}
