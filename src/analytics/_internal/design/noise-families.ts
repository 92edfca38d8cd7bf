import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import { sensitivityToClip } from "../../../privacy/index.js";
import { type Family, type Setting, shuffledRound } from "./family.js";
import { GAUSSIAN_SPREAD, LAPLACE_SPREAD, sumSpread } from "./shape-proxy.js";

/** Vectors in an l2 ball, to whose entries noise is added. */
export interface Ball {
  /** Of the space in which records differ. */
  readonly dimension: number;
  /** Entries whose errors add up in the squared error. */
  readonly errorEntries: number;
  /** C, radius of the ball. */
  readonly clip: number;
  readonly setting: Setting;
}

/** Under an adjacency. */
export interface ComparedBall extends Ball {
  readonly adjacency: Adjacency;
}

/** Each user adds Gaussian noise to the report. */
export function gaussianFamily({ dimension, errorEntries, clip, setting, adjacency }: ComparedBall): Family {
  const isScalar = dimension === 1 && adjacency === "replace-one"; // a scalar's zero record may lie at an end
  return {
    randomizer: "gaussian",
    parameter: "noiseToClip",
    shapes: [0],
    ...GAUSSIAN_SPREAD,
    member: (noiseToClip) => ({
      parameters: { noiseToClip, stdDev: noiseToClip * clip },
      round: shuffledRound(
        setting,
        isScalar
          ? { kind: "gaussianScalar", noiseToWidth: noiseToClip / 2 }
          : { kind: "gaussian", noiseToClip },
      ),
      standardError: noiseToClip * clip * Math.sqrt(errorEntries / setting.sampled),
    }),
  };
}

/** Each user adds Laplace noise to a number between ± clip. */
export function laplaceFamily({ clip, setting }: Pick<Ball, "clip" | "setting">): Family {
  return {
    randomizer: "laplace",
    parameter: "localEpsilon",
    shapes: [0],
    ...LAPLACE_SPREAD,
    member(localEpsilon) {
      const laplaceScale = (2 * clip) / localEpsilon;
      return {
        parameters: { localEpsilon, laplaceScale },
        round: shuffledRound(setting, { kind: "laplaceScalar", noiseToWidth: 1 / localEpsilon }),
        standardError: laplaceScale * Math.sqrt(2 / setting.sampled),
      };
    },
  };
}

/** For comparison: a server that sees all values adds Gaussian noise to their sum, once. */
export function trustedServerFamily({
  errorEntries,
  clip,
  setting,
  adjacency,
  diameter = 2 * clip,
}: ComparedBall & {
  /** The largest distance of two records; twice the radius by default. */
  readonly diameter?: number;
}): Family {
  const { users, sampled } = setting;
  return {
    randomizer: "trustedServer",
    parameter: "noiseToClip",
    shapes: [0],
    ...sumSpread(sampled),
    member(noiseToClip) {
      const stdDev = noiseToClip * clip;
      const sensitivity = adjacency === "replace-one" ? diameter : sensitivityToClip(adjacency) * clip;
      const round: MechanismEvent =
        sampled === users
          ? { kind: "gaussian", noiseMultiplier: stdDev / sensitivity }
          : { kind: "poissonSample", rate: sampled / users, of: { kind: "gaussian", noiseToClip } };
      return {
        parameters: { noiseToClip, stdDev },
        round,
        standardError: (stdDev * Math.sqrt(errorEntries)) / sampled,
      };
    },
  };
}
