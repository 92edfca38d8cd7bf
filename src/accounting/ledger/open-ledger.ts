import { DpError } from "../../errors.js";
import { ACCOUNTING_METHODS, ADJACENCIES, type Guarantee, type MechanismEvent } from "../../privacy/index.js";
import { readEventAt } from "../../privacy/read-event.js";
import {
  checkArray,
  checkFields,
  checkNumber,
  checkOneOf,
  checkOptions,
  DOMAIN,
  wrongShape,
} from "../../validate.js";
import { budgetGuarantee } from "../budget-guarantee.js";
import { guarantees } from "../guarantees.js";
import { EventCounts } from "./event-counts.js";
import type { Ledger, PrivacyBudget, Receipt } from "./ledger.js";

/** What a ledger starts from. */
export interface LedgerOptions {
  /**
   * The limit above which charges are refused; none by default. Each charge then evaluates the guarantees of
   * all charges.
   */
  readonly budget?: PrivacyBudget;
  /**
   * Makes a charge durable, e.g. appends it to a file, before `charge` returns. Its failure refuses the
   * charge. It must finish before it returns: no promises.
   */
  readonly record?: (entry: MechanismEvent) => void;
  /**
   * Charges of before, as `record` got them or as `event.of` of another ledger. They count even where they
   * exceed the budget.
   */
  readonly entries?: readonly unknown[];
}

/**
 * A ledger of privacy charges: equal rounds are merged, and a budget is kept by refusing.
 *
 * Charges are written ahead: `record` runs, and the event counts, before `charge` returns, so that a crash
 * between charge and release overstates what was spent and never understates it. Guarantee: with a budget,
 * the upper bound of `budget.method`, or the best proven one, of all charges together stays at most
 * `budget.epsilon` at `budget.delta`. Assumes: which events are charged does not depend on what was released
 * before. Mechanisms may be chosen adaptively, but composition fixes their privacy parameters in advance;
 * parameters that depend on outputs need a privacy filter, which this is not. Edges: a charge that reaches
 * the budget exactly is accepted; a ledger whose entries exceed the budget opens, and refuses every charge.
 *
 * @param options.budget  ε, 0 or [1e-12, 1e9] nats, at δ in [1e-100, 1), under one adjacency
 * @param options.record  called once per accepted charge, in order
 * @param options.entries events to restore; `record` is not called for them
 * @returns the ledger
 * @throws DpError BAD_INPUT an option or an entry has the wrong shape; OUT_OF_RANGE a number of the budget or
 *   of an entry is outside its range, or there are more than 1e9 rounds, or 10,000 different ones
 * @example
 * const ledger = openLedger({ budget: { adjacency: "zero-out", delta: 1e-6, epsilon: 1 } });
 * const round = { kind: "shuffle", users: 10_000, of: { kind: "local", epsilon: 2 } } as const;
 * ledger.charge(round).guarantee!.epsilon.upper < 0.2; // true
 * ledger.charge({ kind: "repeat", times: 3, of: round }).rounds; // 4
 * ledger.event.of.length; // 1
 * @see Rogers, Roth, Ullman and Vadhan, "Privacy Odometers and Filters: Pay-as-you-Go Composition", NeurIPS
 *   2016
 */
export function openLedger(options: LedgerOptions = {}): Ledger {
  const { record, budget, entries = [] } = checkOptions("openLedger", options);
  if (record !== undefined && typeof record !== "function") {
    throw wrongShape("openLedger: record", record, "a function");
  }
  const limit = budget === undefined ? undefined : checkBudget(budget);
  const counts = new EventCounts();
  for (const [index, entry] of checkArray("openLedger: entries", entries).entries()) {
    const path = `openLedger: entries[${index}]`;
    counts.add(path, readEventAt(path, entry));
  }
  return Object.freeze({
    charge: (event: MechanismEvent) => charged(counts, readEventAt("charge: event", event), limit, record),
    spent: (adjacency, delta) => guarantees(counts.event, { adjacency, delta }),
    get event() {
      return counts.event;
    },
  } satisfies Ledger);
}

/**
 * The event counts while its figure is computed and `record` runs, so that a charge made meanwhile includes
 * it.
 */
function charged(
  counts: EventCounts,
  event: MechanismEvent,
  budget: PrivacyBudget | undefined,
  record: LedgerOptions["record"],
): Receipt {
  counts.add("charge", event);
  try {
    const { rounds } = counts;
    const guarantee = budget === undefined ? undefined : affordable(counts, budget);
    checkFinished(record?.(event));
    return Object.freeze({ event, rounds, ...(guarantee && { guarantee: frozen(guarantee) }) });
  } catch (error) {
    counts.remove(event);
    throw error;
  }
}

/** @throws DpError BUDGET_EXCEEDED the figure is above the budget; NOT_APPLICABLE there is none */
function affordable({ event }: EventCounts, { adjacency, delta, epsilon, method }: PrivacyBudget): Guarantee {
  const selection = method === undefined ? {} : { method };
  const guarantee = budgetGuarantee(guarantees(event, { adjacency, delta, ...selection }), method);
  const { upper } = guarantee.epsilon;
  if (upper <= epsilon) return guarantee;
  throw new DpError(
    "BUDGET_EXCEEDED",
    `charge: epsilon in all must be at most ${epsilon} (${adjacency}, delta ${delta}), got ${upper} by ${guarantee.method}; release nothing, or charge less`,
    { parameter: "epsilon", value: upper, allowed: `at most ${epsilon}` },
  );
}

/** A promise says that the entry is not durable yet. */
function checkFinished(returned: unknown): void {
  if (typeof (returned as PromiseLike<unknown> | undefined)?.then !== "function") return;
  throw wrongShape("openLedger: record", "a promise", "a function that has finished when it returns");
}

function checkBudget(budget: PrivacyBudget): PrivacyBudget {
  const where = "openLedger: budget";
  const { adjacency, delta, epsilon, method } = checkFields(where, budget, "an object");
  return {
    adjacency: checkOneOf(`${where}.adjacency`, adjacency, ADJACENCIES),
    delta: checkNumber(`${where}.delta`, delta, DOMAIN.delta),
    epsilon: checkNumber(`${where}.epsilon`, epsilon, DOMAIN.epsilon),
    ...(method === undefined ? {} : { method: checkOneOf(`${where}.method`, method, ACCOUNTING_METHODS) }),
  };
}

function frozen(guarantee: Guarantee): Guarantee {
  const { epsilon, assumptions } = guarantee;
  return Object.freeze({
    ...guarantee,
    epsilon: Object.freeze({ ...epsilon }),
    assumptions: Object.freeze([...assumptions]),
  });
}
