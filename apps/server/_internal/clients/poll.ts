import { setTimeout as sleep } from "node:timers/promises";
import { DpError } from "../../../../src/errors.js";

/**
 * Asked again after this, and after a part of the time waited so far: many clients may wait for one server.
 */
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
const PART = 0.05;

/** For how long a server may be away, as when it is started again. */
const AWAY_MS = 600_000;

/**
 * Asks until there is an answer; "not found" is none yet, and a server that does not answer is asked again
 * for ten minutes.
 */
export async function poll<Answer>(
  ask: () => Promise<Answer | undefined>,
  signal: AbortSignal,
): Promise<Answer> {
  const start = Date.now();
  let awaySince: number | undefined;
  const heard = (answer: Answer | undefined): Answer | undefined => {
    awaySince = undefined;
    return answer;
  };
  for (;;) {
    const answer = await ask().then(heard, (error: unknown) => {
      const code = error instanceof DpError ? error.code : "";
      if (code === "NOT_FOUND") return heard(undefined);
      // An answer may be long in coming: what counts is from the first one that failed.
      awaySince ??= Date.now();
      if (code !== "STORE_UNAVAILABLE" || Date.now() - awaySince > AWAY_MS) throw error;
      return undefined;
    });
    if (answer !== undefined) return answer;
    const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PART * (Date.now() - start)));
    await sleep(pause, undefined, { signal });
  }
}
