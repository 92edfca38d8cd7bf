import {
  ADJACENCIES,
  type Adjacency,
  type Guarantee,
  type MechanismEvent,
  readEvent,
} from "../privacy/index.js";
import { checkNumber, checkOneOf, checkOptions, DOMAIN } from "../validate.js";
import {
  type AccountantSelection,
  evaluateAccountants,
  type NotApplicable,
} from "./_internal/evaluate-accountants.js";
import { compareClaims } from "./claims/compare-claims.js";

/** What {@link guarantees} evaluates, and by which methods. */
export interface GuaranteesOptions extends AccountantSelection {
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** δ, [1e-100, 1). */
  readonly delta: number;
}

/** Every guarantee that applies. */
export interface GuaranteesReport {
  /**
   * Best first: upper bounds before lower, proven before conditional, small epsilon before large; of lower
   * bounds large before small.
   */
  readonly guarantees: readonly Guarantee[];
  /** The methods that do not apply, with their reasons. */
  readonly notApplicable: readonly NotApplicable[];
}

/**
 * Every figure for an event's epsilon at delta: of each method that applies its guarantee, of the others the
 * reason.
 *
 * @param options.delta in [1e-100, 1)
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event, adjacency or delta; NOT_APPLICABLE for an
 *   unknown method
 * @example
 * const round = { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } } as const;
 * guarantees(round, { adjacency: "zero-out", delta: 1e-5 }).guarantees[0]?.status; // "proven"
 */
export function guarantees(event: MechanismEvent, options: GuaranteesOptions): GuaranteesReport {
  const checked = readEvent(event);
  const adjacency = checkOneOf(
    "guarantees: adjacency",
    checkOptions("guarantees", options).adjacency,
    ADJACENCIES,
  );
  const delta = checkNumber("guarantees: delta", options.delta, DOMAIN.delta);
  const { figures, notApplicable } = evaluateAccountants(options, (accountant) =>
    accountant.epsilonAtDelta(checked, { adjacency, delta }),
  );
  return { guarantees: figures.sort(compareClaims(({ epsilon }) => epsilon)), notApplicable };
}
