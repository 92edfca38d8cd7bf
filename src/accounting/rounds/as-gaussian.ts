import type { GaussianBySensitivity, GaussianScalarEvent } from "../../privacy/index.js";

/**
 * Gaussian noise relative to the sensitivity: of a number, that is the width of its interval under every
 * adjacency.
 */
export function asGaussian(report: GaussianBySensitivity | GaussianScalarEvent): GaussianBySensitivity {
  if (report.kind === "gaussian") return report;
  return { kind: "gaussian", noiseMultiplier: report.noiseToWidth };
}
