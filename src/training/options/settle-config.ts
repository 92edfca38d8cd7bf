import { calibrate } from "../../accounting/calibrate.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { Model } from "../models/model.js";
import { checkTrainingAdjacency } from "../protocols/training-adjacency.js";
import { hasGuarantee } from "./has-guarantee.js";
import { protocolKindOf } from "./kinds/protocol-kind-of.js";
import { protocolOf, type SettledConfig } from "./protocol-of.js";
import type { GaussianRunConfig, RunConfig } from "./run-config.js";
import { runRounds } from "./run-rounds.js";
import { settleAsPublished } from "./settle-as-published.js";

type WithRounds = RunConfig & { readonly rounds: number };

/**
 * The configuration with its `epochs` as the nearest number of `rounds`, and its `targetEpsilon` as the least
 * `noiseToClip` with which all the rounds stay within it.
 *
 * @param model what is trained; only weights shuffling asks for it
 * @throws DpError BAD_INPUT an adjacency that training does not know; OUT_OF_RANGE more rounds than can be
 *   counted; NOT_APPLICABLE no method, or not the one named, bounds the protocol's epsilon
 */
export function settleConfig(config: RunConfig, examples: number, model?: Model): SettledConfig {
  if (hasGuarantee(config)) checkTrainingAdjacency("train: privacy.adjacency", config.adjacency);
  const { epochs, ...rest } = config;
  return settleNoise({ ...rest, rounds: runRounds(config, examples) }, examples, model);
}

function settleNoise(config: WithRounds, examples: number, model: Model | undefined): SettledConfig {
  if (!isCalibrated(config)) return config;
  if (config.protocol === "weight-shuffle" && config.calibration === "published") {
    return settleAsPublished(config, model!);
  }
  const { noiseToClip, targetEpsilon, adjacency, delta, method } = config;
  if (noiseToClip !== undefined) return { ...config, noiseToClip };
  const { value } = calibrate((free) => wholeRun({ ...config, noiseToClip: free }, examples, model), {
    parameter: "noiseToClip",
    adjacency,
    delta,
    targetEpsilon: targetEpsilon!,
    ...(method === undefined ? {} : { method }),
  });
  return { ...config, noiseToClip: value };
}

/** Whether the noise is a number that a target may decide. */
function isCalibrated<Config extends RunConfig>(
  config: Config,
): config is Extract<Config, GaussianRunConfig> {
  return "noiseToClip" in protocolKindOf(config).fields;
}

function wholeRun(
  config: WithRounds & GaussianRunConfig & { readonly noiseToClip: number },
  examples: number,
  model: Model | undefined,
): MechanismEvent {
  const protocol = protocolOf(config, examples, model);
  const times = Math.ceil(config.rounds / protocol.roundsPerEvent);
  return { kind: "repeat", times, of: protocol.describeEvent()! };
}
