import { calibrate } from "../../accounting/calibrate.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { checkTrainingAdjacency } from "../protocols/training-adjacency.js";
import { protocolOf, type SettledConfig } from "./protocol-of.js";
import type { GaussianRunConfig, RunConfig } from "./run-config.js";
import { runRounds } from "./run-rounds.js";

type WithRounds = RunConfig & { readonly rounds: number };

/**
 * The configuration with its `epochs` as the nearest number of `rounds`, and its `targetEpsilon` as the least `noiseToClip` with
 * which all the rounds stay within it.
 *
 * @throws DpError BAD_INPUT an adjacency that training does not know; OUT_OF_RANGE more rounds than can be counted; NOT_APPLICABLE no method, or not the one named, bounds the protocol's epsilon
 */
export function settleConfig(config: RunConfig, examples: number): SettledConfig {
  if (config.protocol !== "nonprivate") checkTrainingAdjacency("train: privacy.adjacency", config.adjacency);
  const { epochs, ...rest } = config;
  return settleNoise({ ...rest, rounds: runRounds(config, examples) }, examples);
}

function settleNoise(config: WithRounds, examples: number): SettledConfig {
  if (config.protocol === "nonprivate" || config.protocol === "cldp") return config;
  const { noiseToClip, targetEpsilon, adjacency, delta, method } = config;
  if (noiseToClip !== undefined) return { ...config, noiseToClip };
  const { value } = calibrate((free) => wholeRun(config, examples, free), {
    parameter: "noiseToClip",
    adjacency,
    delta,
    targetEpsilon: targetEpsilon!,
    ...(method === undefined ? {} : { method }),
  });
  return { ...config, noiseToClip: value };
}

function wholeRun(
  config: WithRounds & GaussianRunConfig,
  examples: number,
  noiseToClip: number,
): MechanismEvent {
  const protocol = protocolOf({ ...config, noiseToClip }, examples);
  const times = Math.ceil(config.rounds / protocol.roundsPerEvent);
  return { kind: "repeat", times, of: protocol.describeEvent()! };
}
