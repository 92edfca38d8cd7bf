import type { Protocol } from "../../../training/protocols/protocol.js";
import type { Release } from "./released-run.js";

/**
 * The noisy sum behind a released mean, less what the others are expected to have in it.
 *
 * @param others sum of all others' gradients; undefined where it is zero
 * @param rate the share of them that joins a round
 */
export function estimatedSum(
  protocol: Protocol,
  { mean, participants }: Pick<Release, "mean" | "participants">,
  others: Float64Array | undefined,
  rate: number,
): Float64Array {
  const event = protocol.describeEvent();
  const showsJoined = event?.kind === "checkInShuffle" && event.absentees !== "dummy";
  const divisor = showsJoined ? participants : protocol.expectedBatch;
  return mean.map((entry, i) => entry * divisor - rate * (others?.[i] ?? 0));
}
