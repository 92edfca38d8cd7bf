import { checkNumber } from "../../validate.js";
import { roundsPerEpoch } from "./rounds-per-epoch.js";
import type { RunConfig } from "./run-config.js";

/**
 * The rounds of a run: `rounds`, or the nearest number to its `epochs`.
 *
 * @throws DpError OUT_OF_RANGE there are more than can be counted
 */
export function runRounds(config: RunConfig, examples: number): number {
  if (config.rounds !== undefined) return config.rounds;
  const perEpoch = roundsPerEpoch(config, examples);
  const rounds = Math.max(1, Math.round(config.epochs! * perEpoch));
  return checkNumber(`train: epochs: rounds (${config.epochs} epochs of ${perEpoch})`, rounds, {
    min: 1,
    max: 1e12,
  });
}
