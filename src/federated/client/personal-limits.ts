import { DpError } from "../../errors.js";
import type { Study } from "../study/study.js";

/** What a person allows, over all studies. */
export interface PersonalLimits {
  /** Sum of the studies' budgets: epsilon against readers of the results. */
  readonly epsilon: number;
  /** Sum of the studies' deltas. */
  readonly delta: number;
  /** Sum over all rounds of the reports' own epsilon: what a malicious shuffler may learn. */
  readonly localEpsilon: number;
  /** The most of one round. */
  readonly reportEpsilon: number;
}

/** What shipped clients allow by default. */
export const DEFAULT_LIMITS: PersonalLimits = { epsilon: 8, delta: 1e-4, localEpsilon: 64, reportEpsilon: 8 };

/** What a person has committed to. A study counts in full when it is joined, whatever is sent afterwards. */
export interface PersonalSpent {
  readonly epsilon: number;
  readonly delta: number;
  readonly localEpsilon: number;
}

/**
 * The commitments of some studies, summed up: a bound of their composition where all have one adjacency. Of
 * different ones each study counts by its own, and the sum is a limit to agree on, not a guarantee.
 */
export function personalSpent(studies: readonly Study[]): PersonalSpent {
  const sum = (of: (study: Study) => number): number => studies.reduce((all, study) => all + of(study), 0);
  return {
    epsilon: sum(({ budget }) => budget.epsilon),
    delta: sum(({ budget }) => budget.delta),
    localEpsilon: sum(({ localEpsilon, rounds }) => localEpsilon * rounds),
  };
}

/**
 * Checks that a person may join a study.
 *
 * @throws DpError REFUSED a round's reports have more than `reportEpsilon`, or the study is a test;
 *   BUDGET_EXCEEDED all studies together are above a limit
 */
export function checkJoining(
  study: Study,
  joined: readonly Study[],
  limits: PersonalLimits,
  allowTests: boolean,
): void {
  if (study.purpose === "test" && !allowTests)
    throw refused("REFUSED", "study.purpose", "real", "a test protects nobody");
  if (study.localEpsilon > limits.reportEpsilon)
    throw refused(
      "REFUSED",
      "study.localEpsilon",
      `at most ${limits.reportEpsilon}`,
      String(study.localEpsilon),
    );
  const spent = personalSpent([...joined, study]);
  for (const name of ["epsilon", "delta", "localEpsilon"] as const) {
    if (!(spent[name] <= limits[name]))
      throw refused("BUDGET_EXCEEDED", `limits.${name}`, `at most ${limits[name]}`, String(spent[name]));
  }
}

function refused(
  code: "REFUSED" | "BUDGET_EXCEEDED",
  parameter: string,
  allowed: string,
  got: string,
): DpError {
  const message = `join: ${parameter} must be ${allowed}, got ${got}; the study is not joined`;
  return new DpError(code, message, { parameter, value: got, allowed });
}
