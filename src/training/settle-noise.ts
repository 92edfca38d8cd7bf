import { calibrate } from "../accounting/calibrate.js";
import type { MechanismEvent } from "../privacy/mechanism-event.js";
import { sensitivity } from "./protocols/_internal/sensitivity.js";
import { protocolOf, type SettledConfig } from "./protocols/protocol-of.js";
import type { PrivateTrainConfig, TrainConfig } from "./train-config.js";

/** Rounds the noise up by more than the division by the clip bound can round it down. */
const NO_LESS = 1 + 4 * Number.EPSILON;

/**
 * The configuration with its noise settled: where it asks for a `targetEpsilon`, `noiseToClip` becomes the least noise with
 * which all its rounds stay within the target.
 *
 * @throws DpError NOT_APPLICABLE no method, or not the one asked for, bounds the protocol's epsilon
 */
export function settleNoise(config: TrainConfig, examples: number): SettledConfig {
  if (config.protocol === "nonprivate" || config.protocol === "cldp") return config;
  const { noiseToClip, targetEpsilon, adjacency, delta, method } = config;
  if (noiseToClip !== undefined) return { ...config, noiseToClip };
  const { value } = calibrate((multiplier) => wholeRun(config, examples, multiplier), {
    adjacency,
    delta,
    targetEpsilon: targetEpsilon!,
    ...(method === undefined ? {} : { method }),
  });
  return { ...config, noiseToClip: value * sensitivity(adjacency, 1) * NO_LESS };
}

function wholeRun(config: PrivateTrainConfig, examples: number, noiseMultiplier: number): MechanismEvent {
  const noiseToClip = noiseMultiplier * sensitivity(config.adjacency, 1);
  const of = protocolOf({ ...config, noiseToClip }, examples).describeRound(config.adjacency)!;
  return { kind: "repeat", times: config.rounds, of };
}
