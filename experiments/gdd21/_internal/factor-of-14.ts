import { guarantees } from "../../../src/accounting/guarantees.js";
import type { AccountingMethod, MechanismEvent } from "../../../src/privacy/index.js";

const [LOCAL_EPSILON, USERS, SAMPLED, ROUNDS, DELTA] = [2, 1e6, 1000, 1e5, 1e-8];

/** The end of Figure 2(a), where the paper compares. */
const EVENT: MechanismEvent = {
  kind: "repeat",
  times: ROUNDS,
  of: {
    ...{ kind: "subsampledShuffle", users: USERS, sampled: SAMPLED },
    of: { kind: "local", epsilon: LOCAL_EPSILON },
  },
};

/**
 * The paper's baseline over Theorem 1: its condition (8) fails, so that a sampled report gets no credit for
 * the shuffle, composed by the closed form of Kairouz, Oh and Viswanath 2015, Theorem 3.4.
 */
export function factorByClosedForms(): number {
  const epsilon = Math.log1p((SAMPLED / USERS) * Math.expm1(LOCAL_EPSILON));
  const mean = ROUNDS * epsilon * Math.tanh(epsilon / 2);
  const variance = ROUNDS * epsilon ** 2;
  const tail = Math.log(Math.E + Math.sqrt(variance) / DELTA);
  return (mean + Math.sqrt(2 * variance * tail)) / epsilonBy("gdd21-upper");
}

/** The same where the clones are computed numerically and composed optimally. */
export function factorByNumbers(): number {
  return epsilonBy("clones-2021-numerical") / epsilonBy("gdd21-upper");
}

function epsilonBy(method: AccountingMethod): number {
  const query = { adjacency: "replace-one", delta: DELTA, method } as const;
  return guarantees(EVENT, query).guarantees[0]!.epsilon.upper;
}
