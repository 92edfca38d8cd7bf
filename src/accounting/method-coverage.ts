import type { Method } from "../privacy/index.js";
import { accountants } from "./accountants/registry.js";
import type { Coverage } from "./rounds/coverage.js";

/** What a method covers, as the documents, the help texts and the reasons of refusals state it. */
export interface MethodCoverage {
  readonly method: Method;
  /** The rounds, reports and adjacencies; what a theorem demands of their parameters comes on top. */
  readonly covers: readonly Coverage[];
}

/**
 * Every method that {@link guarantees} evaluates, with what it covers.
 *
 * @example methodCoverage.find(({ method }) => method === "rdp-poisson")!.covers[0]!.rounds; // ["poissonSample"]
 */
export const methodCoverage: readonly MethodCoverage[] = Object.freeze(
  accountants.map(({ method, covers }) => Object.freeze({ method, covers })),
);
