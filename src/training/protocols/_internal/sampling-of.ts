import type { RandomSource } from "../../../random/random-source.js";
import type { BlockBatch } from "../block-batch.js";
import type { Protocol } from "../protocol.js";
import { type CheckedBlocks, joinsByBlock } from "./check-blocks.js";

/** How a round draws who reports, from how it draws some of `users`: once, or for each block. */
export function samplingOf(
  checked: CheckedBlocks,
  users: number,
  sample: (source: RandomSource) => Uint32Array,
): Pick<Protocol, "sampleBatches" | "sampleBlocks"> {
  if (!joinsByBlock(checked)) return { sampleBatches: (source) => [sample(source)] };
  const sampleBlocks = (source: RandomSource): BlockBatch =>
    blockBatch(
      users,
      Array.from({ length: checked.blocks }, () => sample(source)),
    );
  return { sampleBlocks, sampleBatches: (source) => [sampleBlocks(source).users] };
}

/** The senders of each block, user by user. */
function blockBatch(users: number, senders: readonly Uint32Array[]): BlockBatch {
  const blocks = senders.length;
  const all = new Uint8Array(users * blocks);
  for (const [block, list] of senders.entries()) {
    for (const user of list) all[user * blocks + block] = 1;
  }
  const rowOf = (user: number): Uint8Array => all.subarray(user * blocks, (user + 1) * blocks);
  const some = Uint32Array.from({ length: users }, (_, user) => user).filter((user) =>
    rowOf(user).includes(1),
  );
  const joins = new Uint8Array(some.length * blocks);
  for (const [place, user] of some.entries()) joins.set(rowOf(user), place * blocks);
  return { users: some, joins };
}
