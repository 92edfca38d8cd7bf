import type { Adjacency, BlocksAndDummies } from "../../../privacy/index.js";
import type { VectorTraffic } from "../../designed-randomizer.js";
import { clippingLoss } from "./clipping-loss.js";
import { type Family, type Setting, shuffledRound, type TrafficLimits } from "./family.js";
import { hiddenSpread } from "./hidden-spread.js";

/** Bytes of an entry of a Gaussian report. */
const BYTES_PER_ENTRY = 4;
/**
 * Dummies to choose from, over the reports of a block: powers of two up to this one and down to its inverse.
 */
const MAX_DUMMIES_PER_REPORT = 64;

/** Vectors in an l2 ball, cut into rotated blocks and hidden among dummies. */
export interface HiddenVectors {
  readonly dimension: number;
  /** C, radius of the ball. */
  readonly clip: number;
  readonly setting: Setting;
  readonly adjacency: Adjacency;
  readonly limits: TrafficLimits;
}

/** How a round hides its vectors. */
interface Hiding {
  readonly blocks: number;
  readonly dummies: number;
}

/**
 * Gaussian reports of rotated blocks, among dummies, and of blocks among dummies: a family for each that the
 * limits allow, whose shapes are the numbers of blocks and dummies.
 */
export function hiddenVectorFamilies(vectors: HiddenVectors): Family[] {
  const blocks = blockChoices(vectors);
  const dummies = dummyChoices(vectors);
  const choices: Hiding[][] = [
    blocks.map((each) => ({ blocks: each, dummies: 0 })),
    dummies.map((each) => ({ blocks: 1, dummies: each })),
    blocks.flatMap((each) => dummies.map((count) => ({ blocks: each, dummies: count }))),
  ];
  return choices.filter(({ length }) => length > 0).map((each) => hiddenFamily(vectors, each));
}

/** What a user sends in a round, as reports of `gaussianRandomizer`, and what hides them. */
export function vectorTraffic(dimension: number, { blocks, dummies }: Hiding): VectorTraffic {
  const bytesPerUser = blocks * Math.ceil(dimension / blocks) * BYTES_PER_ENTRY;
  return { reportsPerUser: blocks, bytesPerUser, dummies: blocks * dummies };
}

function hiddenFamily({ dimension, clip, setting, adjacency }: HiddenVectors, choices: Hiding[]): Family {
  const { sampled } = setting;
  const chosen = (shape: number): Hiding => choices[shape]!;
  return {
    randomizer: "gaussian",
    parameter: "noiseToClip",
    shapes: [...choices.keys()],
    alternatives: (shape) =>
      [...choices.keys()].filter((other) => chosen(other).blocks === chosen(shape).blocks),
    ...hiddenSpread((shape) => ({ ...chosen(shape), reports: sampled, adjacency })),
    member(noiseToClip, shape) {
      const { blocks, dummies } = chosen(shape);
      const loss = clippingLoss(dimension, blocks);
      const sumNoiseToClip = noiseToClip * Math.sqrt(sampled + dummies);
      const hiding: BlocksAndDummies = { ...(blocks > 1 && { blocks }), ...(dummies > 0 && { dummies }) };
      return {
        parameters: {
          ...{ noiseToClip, stdDev: noiseToClip * clip, sumNoiseToClip, ...hiding },
          ...(blocks > 1 && { clippingLoss: loss }),
        },
        round: shuffledRound(setting, { kind: "gaussian", noiseToClip }, hiding),
        standardError: clip * Math.hypot((sumNoiseToClip * Math.sqrt(dimension)) / sampled, loss),
        traffic: vectorTraffic(dimension, { blocks, dummies }),
      };
    },
  };
}

/** Powers of two from 2 on. */
function blockChoices({ dimension, limits }: HiddenVectors): number[] {
  const most = Math.min(limits.maxBlocks, 2 ** Math.ceil(Math.log2(dimension)));
  const powers = Array.from({ length: Math.floor(Math.log2(most)) }, (_, index) => 2 ** (index + 1));
  return powers.filter(
    (blocks) => vectorTraffic(dimension, { blocks, dummies: 0 }).bytesPerUser <= limits.maxBytes,
  );
}

/** Powers of two times the reports of a block, and the most that are allowed. */
function dummyChoices({ setting: { sampled }, limits: { maxDummies } }: HiddenVectors): number[] {
  const most = Math.min(maxDummies, MAX_DUMMIES_PER_REPORT * sampled);
  const exponent = Math.log2(MAX_DUMMIES_PER_REPORT);
  const shares = Array.from({ length: 2 * exponent + 1 }, (_, index) => 2 ** (index - exponent));
  const counts = shares.map((share) => Math.round(share * sampled)).filter((count) => count <= most);
  return [...new Set([...counts, most])].filter((count) => count > 0);
}
