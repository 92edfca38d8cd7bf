import { blocksOf } from "./blocks-of.js";
import type { MechanismEvent } from "./mechanism-event.js";
import { type RoundEvent, roundsIn } from "./rounds-in.js";
import { unpermuted } from "./unpermuted.js";

/**
 * How many rounds an event is at most: each repetition counts, and in it each block of a vector and each
 * batch that a record is in.
 */
export function roundsInAll(event: MechanismEvent): number {
  let total = 0;
  for (const { round, times } of roundsIn(event)) total += times * partsOf(round);
  return total;
}

function partsOf(round: RoundEvent): number {
  const inner = unpermuted(round);
  const batches = "joined" in inner ? (inner.joined ?? 1) : 1;
  return batches * blocksOf(round);
}
