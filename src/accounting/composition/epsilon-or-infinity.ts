import { DpError } from "../../errors.js";

/** Infinity where a theorem's condition fails: what a search over deltas makes of a refusal. */
export function epsilonOrInfinity(epsilon: () => number): number {
  try {
    return epsilon();
  } catch (error) {
    if (error instanceof DpError && error.code === "NOT_APPLICABLE") return Infinity;
    throw error;
  }
}
