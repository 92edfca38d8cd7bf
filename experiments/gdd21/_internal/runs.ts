import type { AccountingMethod, MechanismEvent } from "../../../src/privacy/index.js";
import { spentBy } from "../../_internal/item-values.js";
import type { ItemPart } from "../../paper-item.js";

/** Rounds of sampled and shuffled reports of one epsilon. */
export interface Run {
  readonly localEpsilon: number;
  readonly users: number;
  readonly sampled: number;
  readonly times: number;
}

export const FIGURE_5A = { localEpsilon: 1.5, users: 60_000, sampled: 10_000, delta: 1e-5 } as const;
export const FIGURE_5B = { localEpsilon: 2, users: 60_000, sampled: 2000, delta: 1e-5 } as const;

export function runOf({ localEpsilon, users, sampled, times }: Run): MechanismEvent {
  const of = { kind: "local", epsilon: localEpsilon } as const;
  return { kind: "repeat", times, of: { kind: "subsampledShuffle", users, sampled, of } };
}

/** What rounds of Figure 5's runs spend by a method. */
export function mnistSpent(
  run: typeof FIGURE_5A | typeof FIGURE_5B,
  times: number,
  method: AccountingMethod,
): ItemPart {
  return spentBy(runOf({ ...run, times }), { adjacency: "replace-one", delta: run.delta, method });
}
