import {
  ADJACENCIES,
  type Adjacency,
  type MechanismEvent,
  type Method,
  readEvent,
} from "../privacy/index.js";
import { checkNumber, checkOneOf } from "../validate.js";
import { askAll, type NotApplicable } from "./_internal/ask-all.js";
import { notApplicable } from "./accountant.js";
import { MAX_ORDER } from "./rdp/renyi-curve.js";

export interface RenyiDivergencesOptions {
  readonly adjacency: Adjacency;
  /** Real orders in (1, 4096]. */
  readonly orders: readonly number[];
}

export interface RenyiDivergencesReport {
  readonly orders: readonly number[];
  /** One array per method that works by RDP, entries as `orders`. */
  readonly rdp: Readonly<Partial<Record<Method, readonly number[]>>>;
  readonly notApplicable: readonly NotApplicable[];
}

/**
 * Upper bounds of the Renyi divergence, the larger of both directions, at the orders asked for, by every method that has them.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event, adjacency or order
 * @example
 * const round = { kind: "gaussian", noiseMultiplier: 2 } as const;
 * renyiDivergences(round, { adjacency: "replace-one", orders: [2, 8] }).rdp.unshuffled; // [0.25, 1]
 */
export function renyiDivergences(
  event: MechanismEvent,
  options: RenyiDivergencesOptions,
): RenyiDivergencesReport {
  const checked = readEvent(event);
  const adjacency = checkOneOf("rdp: adjacency", options.adjacency, ADJACENCIES);
  const orders = options.orders.map((order) =>
    checkNumber("rdp: order", order, { min: 1, minIncluded: false, max: MAX_ORDER }),
  );
  const { answers, notApplicable: refusals } = askAll({}, (accountant) => {
    const curve = accountant.renyiCurve?.(checked, adjacency);
    if (curve === undefined) throw notApplicable(accountant.method, "it does not work by Renyi divergences");
    return orders.map((order) => curve.at(order));
  });
  const rdp = Object.fromEntries(answers.map(({ method, answer }) => [method, answer]));
  return { orders, rdp, notApplicable: refusals };
}
