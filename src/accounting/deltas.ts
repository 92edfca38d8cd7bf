import {
  ADJACENCIES,
  type Adjacency,
  type Bracket,
  type DeltaGuarantee,
  type MechanismEvent,
  type Method,
  readEvent,
} from "../privacy/index.js";
import { checkNumber, checkOneOf, checkOptions, DOMAIN } from "../validate.js";
import {
  type AccountantSelection,
  evaluateAccountants,
  type NotApplicable,
} from "./_internal/evaluate-accountants.js";
import { compareClaims } from "./claims/compare-claims.js";

/** What {@link deltas} evaluates, and by which methods. */
export interface DeltasOptions extends AccountantSelection {
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** ε, nats, 0 or [1e-12, 1e9]. */
  readonly epsilon: number;
}

/** Every bound of delta that applies. */
export interface DeltasReport {
  /** The brackets of the upper bounds alone, by method. */
  readonly delta: Readonly<Partial<Record<Method, Bracket>>>;
  /**
   * Best first: upper bounds before lower, proven before conditional, small delta before large; of lower
   * bounds large before small.
   */
  readonly guarantees: readonly DeltaGuarantee[];
  /** The methods that do not apply, with their reasons. */
  readonly notApplicable: readonly NotApplicable[];
}

/**
 * delta at epsilon by every method that applies, each with its claim.
 *
 * @param options.epsilon nats, 0 or [1e-12, 1e9]
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event, adjacency or epsilon; NOT_APPLICABLE for an
 *   unknown method
 * @example
 * const round = { kind: "gaussian", noiseMultiplier: 2 } as const;
 * const [best] = deltas(round, { adjacency: "replace-one", epsilon: 2 }).guarantees;
 * best!.status; // "proven"
 * best!.delta.upper < 1e-4; // true
 */
export function deltas(event: MechanismEvent, options: DeltasOptions): DeltasReport {
  const checked = readEvent(event);
  const adjacency = checkOneOf("deltas: adjacency", checkOptions("deltas", options).adjacency, ADJACENCIES);
  const epsilon = checkNumber("deltas: epsilon", options.epsilon, DOMAIN.epsilon);
  const { figures, notApplicable } = evaluateAccountants(options, (accountant) =>
    accountant.deltaAtEpsilon(checked, { adjacency, epsilon }),
  );
  const guarantees = figures.sort(compareClaims(({ delta }) => delta));
  const upper = guarantees.filter(({ side }) => side === "upper");
  return {
    delta: Object.fromEntries(upper.map(({ method, delta }) => [method, delta])),
    guarantees,
    notApplicable,
  };
}
