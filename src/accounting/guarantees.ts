import { DpError } from "../errors.js";
import {
  ADJACENCIES,
  type Adjacency,
  type Guarantee,
  type MechanismEvent,
  type Method,
  readEvent,
  STATUSES,
} from "../privacy/index.js";
import { checkNumber, checkOneOf, RANGES } from "../validate.js";
import { type Accountant, notApplicable } from "./accountant.js";
import { accountants } from "./accountants.js";

export interface GuaranteesOptions {
  readonly adjacency: Adjacency;
  readonly delta: number;
  /** Only this method; by default all. */
  readonly method?: Method;
}

export interface NotApplicable {
  readonly method: Method;
  readonly reason: string;
}

export interface GuaranteesReport {
  /** Best first: upper bounds before lower, proven before conditional, small epsilon before large. */
  readonly guarantees: readonly Guarantee[];
  readonly notApplicable: readonly NotApplicable[];
}

/**
 * Everything that is known about an event's privacy at delta: every method that applies, and of the others the reason.
 *
 * @param options.delta in (0, 1)
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event, adjacency, delta or method
 * @example
 * const round = { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } } as const;
 * guarantees(round, { adjacency: "zero-out", delta: 1e-5 }).guarantees[0]?.status; // "proven"
 */
export function guarantees(event: MechanismEvent, options: GuaranteesOptions): GuaranteesReport {
  const checked = readEvent(event);
  const adjacency = checkOneOf("guarantees: adjacency", options.adjacency, ADJACENCIES);
  const delta = checkNumber("guarantees: delta", options.delta, RANGES.delta);
  const found: Guarantee[] = [];
  const refused: NotApplicable[] = [];
  for (const accountant of chosen(options.method)) {
    try {
      found.push(accountant.epsilonAtDelta(checked, { adjacency, delta }));
    } catch (error) {
      refused.push({ method: accountant.method, reason: reasonOf(error) });
    }
  }
  return { guarantees: found.sort(byWorth), notApplicable: refused };
}

function chosen(method: Method | undefined): readonly Accountant[] {
  if (method === undefined) return accountants;
  const found = accountants.filter((accountant) => accountant.method === method);
  if (found.length > 0) return found;
  throw notApplicable(
    method,
    `not an accountant; choose ${accountants.map((each) => each.method).join(", ")}`,
  );
}

/** The reason of a refusal; every other error is a defect and goes on its way. */
function reasonOf(error: unknown): string {
  if (error instanceof DpError && (error.code === "NOT_APPLICABLE" || error.code === "NOT_CONVERGED")) {
    return error.message.replace(/^[\w-]+: /, "");
  }
  throw error;
}

function byWorth(a: Guarantee, b: Guarantee): number {
  const worth = (guarantee: Guarantee): number =>
    STATUSES.indexOf(guarantee.status) + (guarantee.side === "lower" ? STATUSES.length : 0);
  return worth(a) - worth(b) || a.epsilon.upper - b.epsilon.upper;
}
