import { type Adjacency, sensitivityToClip } from "../../privacy/index.js";
import type { Report } from "./round.js";

/**
 * The report as it protects against an exchange with any other user's record, which is what hiding among a
 * cohort rests on. Under zero-out the noise multiplier is relative to the norm bound C, and two users'
 * records may lie 2C apart.
 */
export function asReplaceOne<Of extends Report>(report: Of, adjacency: Adjacency): Of {
  if (report.kind !== "gaussian") return report;
  const farther = sensitivityToClip("replace-one") / sensitivityToClip(adjacency);
  return { ...report, noiseMultiplier: report.noiseMultiplier / farther };
}
