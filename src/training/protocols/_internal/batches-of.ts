import type { RandomSource } from "../../../random/random-source.js";
import type { Protocol } from "../protocol.js";

/**
 * The batch of every round: those of one event are drawn together and kept, in memory alone, until it is
 * over.
 */
export function batchesOf(protocol: Protocol, source: RandomSource): (round: number) => Uint32Array {
  const { roundsPerEvent } = protocol;
  let drawn: { readonly event: number; readonly batches: readonly Uint32Array[] } | undefined;
  return (round) => {
    const event = Math.floor(round / roundsPerEvent);
    if (drawn?.event !== event) drawn = { event, batches: protocol.sampleBatches(source.fork(event)) };
    return drawn.batches[round % roundsPerEvent]!;
  };
}
