import { checkNumber, checkOptions, RANGES, wrongShape } from "../../validate.js";
import type { Layer } from "../layers/layer.js";
import { hasWeights } from "./_internal/has-weights.js";
import { type Block, isLayer } from "./block.js";
import type { Model } from "./model.js";
import { readModel } from "./read-model.js";

/** How a model is adapted. */
export interface LoraOptions {
  /** r, columns of the first and rows of the second matrix of an adapter, integer ≥ 1. */
  readonly rank: number;
}

/**
 * A model whose large matrices stay as they are, while small ones beside them are trained: low-rank
 * adaptation.
 *
 * Every linear layer in a block with attention becomes x W + b + x A B, with A of `rank` columns and B of as
 * many rows, B being zero at the start. What stands behind the last block, the head, is trained as well; all
 * else is frozen. The noise of private training is then on few weights, and gradients are clipped that have
 * few entries.
 *
 * The paper's factor α / r is left out: it only scales B's start and steps.
 *
 * @param model with residual or sum blocks
 * @returns the adapted model; its frozen weights and its start are {@link loraWeights}
 * @throws DpError BAD_INPUT the model is not one, or has no linear layer in a block with attention;
 *   OUT_OF_RANGE rank
 * @see Hu et al., "LoRA: Low-Rank Adaptation of Large Language Models", ICLR 2022, arXiv:2106.09685
 * @see Yu et al., "Differentially Private Fine-tuning of Language Models", ICLR 2022, arXiv:2110.06500
 * @example
 * const d = 4;
 * const attention = [{ kind: "linear", units: 3 * d }, { kind: "attention", heads: 2, causal: false }, { kind: "linear", units: d }] as const;
 * const model = {
 *   input: { height: 6, width: 1, channels: d },
 *   layers: [{ kind: "residual", layers: attention }, { kind: "pooling", rule: "mean" }, { kind: "dense", units: 2 }],
 * } as const;
 * const adapted = loraModel(model, { rank: 1 });
 * [frozenDimensionOf(adapted), dimensionOf(adapted)]; // [80, 34]
 */
export function loraModel(model: Model, options: LoraOptions): Model {
  return adaptedModel(model, options).model;
}

/** The adapted model, and which of its layers, in order, are adapters. */
export function adaptedModel(
  given: Model,
  options: LoraOptions,
): { readonly base: Model; readonly model: Model; readonly isAdapter: readonly boolean[] } {
  const base = readModel("loraModel", given);
  const rank = checkNumber(
    "loraModel: rank",
    checkOptions("loraModel", options).rank,
    RANGES.positiveInteger,
  );
  const isAdapter: boolean[] = [];
  const lastBlock = base.layers.findLastIndex((block) => !isLayer(block));
  const layers = base.layers.flatMap((block, i) => {
    const isHead = i > lastBlock;
    return adapted(block, { rank, isHead, isAttention: false, isAdapter });
  });
  if (!isAdapter.includes(true)) {
    throw wrongShape(
      "loraModel: model.layers",
      base.layers,
      "layers with a linear one in a block with attention",
    );
  }
  return { base, model: readModel("loraModel", { ...base, layers }), isAdapter };
}

interface Adaptation {
  readonly rank: number;
  readonly isHead: boolean;
  /** Whether the layer stands beside attention in its block. */
  readonly isAttention: boolean;
  readonly isAdapter: boolean[];
}

function adapted(block: Block, adaptation: Adaptation): Block {
  if (!isLayer(block)) {
    const within = (blocks: readonly Block[]): Block[] => {
      const isAttention = blocks.some(({ kind }) => kind === "attention");
      return blocks.map((inner) => adapted(inner, { ...adaptation, isAttention }));
    };
    return block.kind === "residual"
      ? { kind: "residual", layers: within(block.layers) }
      : { kind: "sum", branches: block.branches.map(within) };
  }
  const { rank, isHead, isAttention, isAdapter } = adaptation;
  isAdapter.push(false);
  if (isHead) return block;
  const frozen: Layer = hasWeights(block) ? { ...block, frozen: true } : block;
  if (block.kind !== "linear" || !isAttention) return frozen;
  isAdapter.push(true, true);
  const { units } = block;
  const adapter: Block[] = [
    { kind: "linear", units: rank, biases: false },
    { kind: "linear", units, biases: false, start: "zero" },
  ];
  return { kind: "sum", branches: [[frozen], adapter] };
}
