import type { RandomSource } from "../../../random/random-source.js";
import type { BlockBatch } from "../block-batch.js";
import type { Protocol } from "../protocol.js";

/** The users of a round, and which of their blocks they send where they do not send all. */
export type Batch = Pick<BlockBatch, "users"> & Partial<BlockBatch>;

/**
 * The batch of every round: those of one event are drawn together and kept, in memory alone, until it is
 * over.
 */
export function batchesOf(protocol: Protocol, source: RandomSource): (round: number) => Batch {
  const { roundsPerEvent } = protocol;
  let drawn: { readonly event: number; readonly batches: readonly Batch[] } | undefined;
  return (round) => {
    const event = Math.floor(round / roundsPerEvent);
    if (drawn?.event !== event) drawn = { event, batches: batchesFrom(protocol, source.fork(event)) };
    return drawn.batches[round % roundsPerEvent]!;
  };
}

function batchesFrom(protocol: Protocol, source: RandomSource): readonly Batch[] {
  const blocks = protocol.sampleBlocks?.(source);
  return blocks === undefined ? protocol.sampleBatches(source).map((users) => ({ users })) : [blocks];
}
