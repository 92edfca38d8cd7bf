import { clonesEpsilon } from "../../../src/accounting/shuffle/clones/pair/clones-epsilon.js";
import { clones2021Pair } from "../../../src/accounting/shuffle/clones/pair/clones-pair.js";
import type { SampledShuffles } from "./appendix-a-baseline.js";

/** Of delta: half is the rounds' own, as half and half serves both of Figure 5's runs. */
const ROUNDS_SHARE = 0.5;

/**
 * The paper's comparison as Section 4 describes it: a round's epsilon by FMT20 numerically, sampled, composed
 * by the closed form of Kairouz, Oh and Viswanath 2015, Theorem 3.4. How the paper splits delta it does not
 * say.
 */
export function closedCompositionEpsilon({
  localEpsilon,
  users,
  sampled,
  rounds,
  delta,
}: SampledShuffles): number {
  const rate = sampled / users;
  const pair = clones2021Pair({ localEpsilon, users: sampled });
  const shuffled = clonesEpsilon(pair, (ROUNDS_SHARE * delta) / rounds / rate).upper;
  const round = Math.log1p(rate * Math.expm1(shuffled));
  return kov15(round, rounds, (1 - ROUNDS_SHARE) * delta);
}

function kov15(epsilon: number, rounds: number, slack: number): number {
  const mean = rounds * epsilon * Math.tanh(epsilon / 2);
  const variance = rounds * epsilon ** 2;
  const tail = Math.min(Math.log(Math.E + Math.sqrt(variance) / slack), Math.log(1 / slack));
  return Math.min(rounds * epsilon, mean + Math.sqrt(2 * variance * tail));
}
