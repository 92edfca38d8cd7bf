import type { ClonesPair } from "./clones-pair.js";
import type { LocalReports } from "./local-reports.js";

/** Each other report is a clone, of either answer, with probability e^-localEpsilon. */
export function clones2021Pair({ localEpsilon, users }: LocalReports): ClonesPair {
  return {
    localEpsilon,
    users,
    cloneProbability: Math.exp(-localEpsilon),
    cloneComplement: -Math.expm1(-localEpsilon),
  };
}
