import { calibrateWeightShuffle } from "../../accounting/theorems/weight-shuffle-calibration.js";
import { DpError } from "../../errors.js";
import { wrongShape } from "../../validate.js";
import type { Model } from "../models/model.js";
import { permutedWeights } from "../models/permutations/permuted-weights.js";
import type { NoisyRunConfig } from "./protocol-of.js";
import type { GaussianRunConfig } from "./run-config.js";

type WeightShuffleConfig = Extract<GaussianRunConfig, { readonly protocol: "weight-shuffle" }> & {
  readonly rounds: number;
};

/**
 * YJX25's own noise for a target epsilon: that of its Equation 25 where it is less than plain DP-SGD's by the
 * same composition, and weights that are permuted; else plain DP-SGD with plain DP-SGD's noise (Algorithm 1,
 * lines 11 to 18).
 *
 * Refuted where the weights are permuted: the noise does not keep the target.
 * docs/theorems/weight-shuffle.md.
 *
 * @throws DpError BAD_INPUT there is no target epsilon; NOT_APPLICABLE an adjacency that the paper's
 *   accountant does not know, or a delta that sampling alone meets
 */
export function settleAsPublished(
  config: WeightShuffleConfig,
  model: Model,
): NoisyRunConfig & { readonly rounds: number } {
  const { targetEpsilon, adjacency, batchClipBound, calibration, ...plain } = config;
  if (targetEpsilon === undefined) {
    const allowed = "proven where noiseToClip is given, since it says how a target epsilon becomes noise";
    throw wrongShape("train: protocol.calibration", calibration, allowed);
  }
  if (adjacency !== "zero-out") throw wrongAdjacency(adjacency);
  const { delta, samplingRate, rounds: steps, clipBound } = config;
  const { shuffles, publishedNoiseMultiplier, plainNoiseMultiplier } = calibrateWeightShuffle({
    epsilon: targetEpsilon,
    delta,
    samplingRate,
    steps,
    dimension: permutedWeights(model).count,
    batchClipRatio: batchClipBound / clipBound,
  });
  if (shuffles) return { ...config, noiseToClip: publishedNoiseMultiplier };
  return { ...plain, targetEpsilon, adjacency, protocol: "central", noiseToClip: plainNoiseMultiplier };
}

function wrongAdjacency(value: string): DpError {
  const parameter = "train: privacy.adjacency";
  return new DpError(
    "NOT_APPLICABLE",
    `${parameter} must be zero-out for the published calibration, got ${value}; the paper takes one record to change a sum by no more than the clip bound`,
    { parameter, value, allowed: "zero-out" },
  );
}
