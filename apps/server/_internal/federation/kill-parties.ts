import { setTimeout as sleep } from "node:timers/promises";
import { type RandomSource, sampleInteger } from "../../../../src/random/index.js";
import type { Party } from "./start-party.js";

/** How many kills, by party. */
export type Kills = Readonly<Record<string, number>>;

/**
 * Kills parties, one after the other at random moments, each drawn anew: nobody is spared, and what was
 * started again is killed again.
 *
 * @param withinMs the most between two kills
 */
export async function killParties(
  parties: readonly Party[],
  {
    kills,
    withinMs,
    source,
  }: { readonly kills: number; readonly withinMs: number; readonly source: RandomSource },
  signal: AbortSignal,
): Promise<Kills> {
  const done: Record<string, number> = {};
  for (let kill = 0; kill < kills && !signal.aborted; kill++) {
    await sleep(sampleInteger(source, withinMs) + 1, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    // The first ones in turn, so that each party is killed.
    const party = parties[kill < parties.length ? kill : sampleInteger(source, parties.length)]!;
    if (party.kill()) done[party.name] = (done[party.name] ?? 0) + 1;
  }
  return done;
}
