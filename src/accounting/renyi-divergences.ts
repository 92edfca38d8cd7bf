import {
  ADJACENCIES,
  type Adjacency,
  type Claim,
  type MechanismEvent,
  type Method,
  readEvent,
} from "../privacy/index.js";
import { checkArray, checkNumber, checkOneOf, checkOptions } from "../validate.js";
import {
  type AccountantSelection,
  evaluateAccountants,
  type NotApplicable,
} from "./_internal/evaluate-accountants.js";
import type { Accountant, RenyiClaim } from "./accountant.js";
import { compareClaims } from "./claims/compare-claims.js";
import { notApplicable } from "./claims/not-applicable.js";
import { MAX_ORDER } from "./claims/renyi-curve.js";

/** What {@link renyiDivergences} evaluates, and by which methods. */
export interface RenyiDivergencesOptions extends AccountantSelection {
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** Real orders in (1, 4096]. */
  readonly orders: readonly number[];
}

/** Renyi divergences at the orders of a query, with the claim that they make. */
export interface RenyiGuarantee extends Claim {
  /** One entry an order. */
  readonly rdp: readonly number[];
}

/** Every bound of the Renyi divergences that applies. */
export interface RenyiDivergencesReport {
  /** λ, as given. */
  readonly orders: readonly number[];
  /** The upper bounds alone, by method; entries as `orders`. */
  readonly rdp: Readonly<Partial<Record<Method, readonly number[]>>>;
  /**
   * Best first: upper bounds before lower, proven before conditional, small before large at the first order.
   */
  readonly guarantees: readonly RenyiGuarantee[];
  /** The methods that do not apply, with their reasons. */
  readonly notApplicable: readonly NotApplicable[];
}

/**
 * Bounds of the Renyi divergence, the larger of both directions, at the given orders, by every method that
 * works by them.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event, adjacency or order; NOT_APPLICABLE for an
 *   unknown method
 * @example
 * const round = { kind: "gaussian", noiseMultiplier: 2 } as const;
 * renyiDivergences(round, { adjacency: "replace-one", orders: [2, 8] }).rdp.unshuffled; // [0.25, 1]
 */
export function renyiDivergences(
  event: MechanismEvent,
  options: RenyiDivergencesOptions,
): RenyiDivergencesReport {
  const checked = readEvent(event);
  const adjacency = checkOneOf("rdp: adjacency", checkOptions("rdp", options).adjacency, ADJACENCIES);
  const orders = checkArray("rdp: orders", options.orders).map((order) =>
    checkNumber("rdp: order", order, { min: 1, minIncluded: false, max: MAX_ORDER }),
  );
  const { figures, notApplicable: refusals } = evaluateAccountants(options, (accountant) => {
    const { at, ...claim } = curveOf(accountant, checked, adjacency);
    return { ...claim, rdp: orders.map(at) };
  });
  const guarantees = figures.sort(compareClaims(({ rdp: [first = 0] }) => ({ lower: first, upper: first })));
  const upper = guarantees.filter(({ side }) => side === "upper");
  return {
    orders,
    rdp: Object.fromEntries(upper.map(({ method, rdp }) => [method, rdp])),
    guarantees,
    notApplicable: refusals,
  };
}

function curveOf(accountant: Accountant, event: MechanismEvent, adjacency: Adjacency): RenyiClaim {
  const curve = accountant.renyiCurve?.(event, adjacency);
  if (curve !== undefined) return curve;
  throw notApplicable(accountant.method, "it does not work by Renyi divergences");
}
