import type { DpErrorCode } from "../../errors.js";
import { readProblem } from "../messages/answers.js";
import type { Handler } from "../messages/handler.js";
import { privateRequest } from "./private-request.js";

/**
 * What became of an upload. In every case it counts as spent. `unsent`: nobody answered in time; it is kept,
 * and sent again next time.
 */
export type UploadOutcome = "accepted" | "closed" | "full" | "refused" | "unsent";

/** How an upload is sent. */
export interface Sending {
  readonly send: Handler;
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  /** For how long to try. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
const OUTCOMES: Partial<Record<DpErrorCode, UploadOutcome>> = {
  ROUND_CLOSED: "closed",
  ROUND_FULL: "full",
};

/** Sends the same bytes until somebody answers, with growing pauses. */
export async function sendUpload(url: string, body: Uint8Array, sending: Sending): Promise<UploadOutcome> {
  const { send, wait, clock, patienceMs, signal } = sending;
  const start = clock();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, 2 * pause)) {
    if (signal?.aborted) return "unsent";
    const outcome = await attempt(url, body, send, signal);
    if (outcome !== "unsent") return outcome;
    if (clock() - start + pause > patienceMs) return "unsent";
    await wait(pause);
  }
}

async function attempt(
  url: string,
  body: Uint8Array,
  send: Handler,
  signal: AbortSignal | undefined,
): Promise<UploadOutcome> {
  try {
    const request = privateRequest(url, {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "content-type": "application/octet-stream" },
      ...(signal && { signal }),
    });
    const response = await send(request);
    if (response.ok) return "accepted";
    const { code } = await readProblem(response);
    return code === "STORE_UNAVAILABLE" ? "unsent" : (OUTCOMES[code] ?? "refused");
  } catch {
    return "unsent";
  }
}
