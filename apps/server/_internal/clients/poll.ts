import { setTimeout as sleep } from "node:timers/promises";
import { DpError } from "../../../../src/errors.js";

/** How often is asked. */
const EVERY_MS = 250;

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
    await sleep(EVERY_MS, undefined, { signal });
  }
}
