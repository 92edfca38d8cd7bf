import type { RepeatedRound } from "../rounds/rounds-of.js";

/** The only round, which composes with nothing. */
export function loneRound<Of>(rounds: readonly RepeatedRound<Of>[]): Of | undefined {
  return rounds.length === 1 && rounds[0]!.times === 1 ? rounds[0]!.round : undefined;
}
