import type { Guarantee } from "../../../privacy/index.js";
import { DOMAIN } from "../../../validate.js";
import type { Sum } from "./least-sum.js";
import type { Part } from "./part.js";
import { splitDelta } from "./split-delta.js";

/** A delta, and the parts' epsilons that add up to the one asked for where they share it. */
export interface SharedDelta {
  readonly delta: number;
  readonly sum: Sum<Guarantee>;
}

/**
 * A factor of 4 is looked for, and once it is found a larger one, to within a factor of 2. Valid at any two:
 * twice or half of either logarithm changed none of 10 deltas.
 */
const FIRST_STRIDE = Math.log(4);
const LAST_STRIDE = Math.log(2);

/**
 * A delta well below `delta` at which {@link splitDelta} adds up to at most `epsilon`; undefined where none
 * is found.
 *
 * (ε′, δ′) with ε′ <= ε proves δ(ε) <= δ′: an epsilon that was found at some delta is found again.
 */
export function smallerDelta(
  parts: readonly Part[],
  epsilon: number,
  delta: number,
): SharedDelta | undefined {
  let found: SharedDelta | undefined;
  let stride = FIRST_STRIDE;
  let hasFailed = false;
  for (let split = 0; split < 24 && stride >= LAST_STRIDE; split++) {
    const candidate = (found?.delta ?? delta) * Math.exp(-stride);
    const sum = candidate < DOMAIN.delta.min ? undefined : splitDelta(parts, candidate);
    if (sum !== undefined && sum.total <= epsilon) found = { delta: candidate, sum };
    else if (found === undefined) return undefined;
    else hasFailed = true;
    stride *= hasFailed ? 0.5 : 2;
  }
  return found;
}
