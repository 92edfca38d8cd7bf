import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { LocalRow } from "./local-row.js";
import { OWN_GUARANTEE } from "./own-guarantee.js";
import { NUMBER } from "./work.js";

/** Numbers with Laplace noise. */
export const laplaceScalarReport: LocalRow<"laplaceScalar"> = {
  words: { laplaceScalar: "a scalar with Laplace noise" },
  coveredAs: () => "laplaceScalar",
  pure: "laplaceScalar",
  bearings: { noiseToWidth: "less", epsilon: "follows" },
  work: () => NUMBER,
  read: (event) => ({ ...event, epsilon: roundedUp(1 / event.noiseToWidth, ROUNDING.operation) }),
  sources: OWN_GUARANTEE,
  epsilonIs: "an upper bound",
  delta: () => 0,
  responses: ({ epsilon }) => [{ epsilon, times: 1 }],
  isBinary: () => false,
};
