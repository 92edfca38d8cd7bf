/** A fair coin's probability of heads and of tails, as the binomial functions take them. */
export const FAIR_COIN = { probability: 0.5, complement: 0.5 } as const;
