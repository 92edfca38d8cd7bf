/** An interval of counts, both ends included. */
export interface CountInterval {
  readonly fewest: number;
  readonly most: number;
}

/**
 * Counts between which Bin(trials, probability) falls but for a chance of at most `tail`, half of it on each side.
 *
 * Chernoff: P(K <= r n) and P(K >= r n) are at most exp(-n KL(r || p)) below and above the mean.
 *
 * @param tail in (0, 1)
 */
export function binomialInterval(trials: number, probability: number, tail: number): CountInterval {
  const needed = -Math.log(tail / 2) / trials;
  return {
    fewest: Math.max(0, Math.floor(trials * shareBeyond(probability, 0, needed))),
    most: Math.min(trials, Math.ceil(trials * shareBeyond(probability, 1, needed))),
  };
}

/** KL(share || probability), nats. */
export function bernoulliDivergence(share: number, probability: number): number {
  const term = (a: number, b: number): number => (a === 0 ? 0 : a * Math.log(a / b));
  return Math.max(0, term(share, probability) + term(1 - share, 1 - probability));
}

/** The share nearest to `end` that is not yet `needed` away from `probability`, or `end` itself; rounded towards `end`. */
function shareBeyond(probability: number, end: 0 | 1, needed: number): number {
  if (bernoulliDivergence(end, probability) < needed) return end;
  let near = probability;
  let far: number = end;
  for (let i = 0; i < 60; i++) {
    const middle = (near + far) / 2;
    if (bernoulliDivergence(middle, probability) < needed) near = middle;
    else far = middle;
  }
  return far;
}
