import type { RoundEvent } from "./rounds-in.js";

/** The round whose weights are permuted; a round that permutes none, or several, is itself. */
export function unpermuted(round: RoundEvent): RoundEvent {
  if (round.kind !== "weightShuffle" || round.of.kind === "repeat" || round.of.kind === "sequence")
    return round;
  return unpermuted(round.of);
}
