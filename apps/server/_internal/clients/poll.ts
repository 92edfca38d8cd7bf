import { setTimeout as sleep } from "node:timers/promises";
import { DpError } from "../../../../src/errors.js";

/** How often is asked. */
const EVERY_MS = 250;

/** Asks until there is an answer; "not found" is none yet. */
export async function poll<Answer>(
  ask: () => Promise<Answer | undefined>,
  signal: AbortSignal,
): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof DpError && error.code === "NOT_FOUND") return undefined;
      throw error;
    });
    if (answer !== undefined) return answer;
    await sleep(EVERY_MS, undefined, { signal });
  }
}
