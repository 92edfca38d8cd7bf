import { setTimeout as sleep } from "node:timers/promises";
import { type RandomSource, sampleInteger } from "../../../../src/random/index.js";
import type { Party } from "./start-party.js";

/** How many kills. */
export interface Kills {
  readonly byParty: Readonly<Record<string, number>>;
  /** Of these, those that came when the rounds were over: they put results at risk, and no report. */
  readonly late: number;
}

/** How often, and when. */
export interface KillPlan {
  readonly kills: number;
  /** The most between two kills, in milliseconds. */
  readonly withinMs: number;
  readonly source: RandomSource;
  /** From here on the kills that are due come at once: the rounds went faster than was expected. */
  readonly hurry: AbortSignal;
  readonly signal: AbortSignal;
}

/**
 * Kills parties, one after the other at random moments, each drawn anew: nobody is spared, and what was
 * started again is killed again. The first kills go to the parties in turn; where one has ended, as clients
 * do after their last round, to another. There are as many as planned, unless `signal` ends it.
 */
export async function killParties(
  parties: readonly Pick<Party, "name" | "kill">[],
  { kills, withinMs, source, hurry, signal }: KillPlan,
): Promise<Kills> {
  const byParty: Record<string, number> = {};
  let late = 0;
  const due = AbortSignal.any([hurry, signal]);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(sampleInteger(source, withinMs) + 1, undefined, { signal: due }).catch(() => {});
    if (signal.aborted) break;
    const first = kill < parties.length ? kill : sampleInteger(source, parties.length);
    for (const party of [...parties.slice(first), ...parties.slice(0, first)]) {
      if (!(await party.kill())) continue;
      byParty[party.name] = (byParty[party.name] ?? 0) + 1;
      if (hurry.aborted) late += 1;
      break;
    }
  }
  return { byParty, late };
}
