import type { GaussianBySensitivity, GaussianScalarEvent } from "../../privacy/index.js";
import type { Report } from "./round.js";

/** A report with Gaussian noise, of a vector or of a number. */
export type GaussianReport = GaussianBySensitivity | GaussianScalarEvent;

export function isGaussian(report: Report): report is GaussianReport {
  return report.kind === "gaussian" || report.kind === "gaussianScalar";
}

/**
 * Gaussian noise relative to the sensitivity: of a number, that is the width of its interval under every
 * adjacency.
 */
export function asGaussian(report: GaussianReport): GaussianBySensitivity {
  if (report.kind === "gaussian") return report;
  return { kind: "gaussian", noiseMultiplier: report.noiseToWidth };
}
