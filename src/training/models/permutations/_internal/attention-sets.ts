import type { PermutationSet, PermutedAxis } from "../permutation-set.js";
import type { ChannelSpace } from "./channel-space.js";

/** Attention between two spaces: of queries, keys and values, and of the heads' outputs. */
export interface AttentionEnds {
  /** The layer's name. */
  readonly name: string;
  readonly heads: number;
  readonly before: ChannelSpace;
  readonly after: ChannelSpace;
}

const QUERY = 0;
const KEY = 1;
const VALUE = 2;

/**
 * The sets of an attention layer: in each head the channels in which queries meet keys, and those of the
 * values with the outputs; then the heads as wholes.
 *
 * Scores are sums over a head's channels of query times key, and each output is a sum over positions of one
 * channel of the values. None where either end is fixed, or is an end of another attention too, whose heads
 * may lie otherwise.
 *
 * @see YJX25 Theorem 4
 */
export function attentionSets({ name, heads, before, after }: AttentionEnds): PermutationSet[] {
  if ([before, after].some(({ isFixed, attentionEnds }) => isFixed || attentionEnds > 1)) return [];
  const size = after.size / heads;
  const inputs = (part: number, head: number) =>
    before.members.map((member) => channelsOfHead(member, { heads: 3 * heads, size }, part * heads + head));
  const outputs = (head: number) =>
    after.members.map((member) => channelsOfHead(member, { heads, size }, head));
  const ofHead = Array.from({ length: heads }, (_, head): PermutationSet[] => [
    {
      name: `queries and keys of head ${head} of ${name}`,
      size,
      members: [...inputs(QUERY!, head), ...inputs(KEY!, head)],
    },
    { name: `values of head ${head} of ${name}`, size, members: [...inputs(VALUE!, head), ...outputs(head)] },
  ]);
  const whole = [
    ...before.members.map((member) => refined(member, [3, heads, size], 1)),
    ...after.members.map((member) => refined(member, [heads, size], 0)),
  ];
  return [...ofHead.flat(), { name: `heads of ${name}`, size: heads, members: whole }];
}

function channelsOfHead(
  member: PermutedAxis,
  { heads, size }: { readonly heads: number; readonly size: number },
  head: number,
): PermutedAxis {
  return { ...refined(member, [heads, size], 1), within: { axis: member.axis, index: head } };
}

/** The same axis seen as several, of which one is permuted. */
function refined(
  { tensor, view, axis }: PermutedAxis,
  extents: readonly number[],
  chosen: number,
): PermutedAxis {
  return { tensor, view: view.toSpliced(axis, 1, ...extents), axis: axis + chosen };
}
