import { type CheckpointLayout, eachBlock, type LayoutExtents } from "./checkpoint-layout.js";
import { fusedLinear, type LayerTensors, linear, norm, positions, table } from "./layer-tensors.js";

/** BERT's names: an encoder with its pooler, and a classifier. */
export function bertLayout(extents: LayoutExtents): CheckpointLayout {
  return {
    prefix: "bert.",
    layers: [
      ...embeddingTensors(extents, 0),
      ...eachBlock(extents, blockTensors),
      linear("pooler.dense"),
      linear("classifier"),
    ],
    headBlocks: 1,
    ignored: [/^embeddings\.position_ids$/, /^cls\./],
  };
}

/** RoBERTa's: as BERT's, with positions from row 2 on, and a head of two layers instead of the pooler. */
export function robertaLayout(extents: LayoutExtents): CheckpointLayout {
  return {
    prefix: "roberta.",
    layers: [
      ...embeddingTensors(extents, 2),
      ...eachBlock(extents, blockTensors),
      linear("classifier.dense"),
      linear("classifier.out_proj"),
    ],
    headBlocks: 3,
    ignored: [/^embeddings\.position_ids$/, /^pooler\.dense\./, /^lm_head\./],
  };
}

function embeddingTensors({ width }: LayoutExtents, firstPosition: number): readonly LayerTensors[] {
  return [
    table("embeddings.word_embeddings.weight", width),
    positions("embeddings.position_embeddings.weight", firstPosition),
    table("embeddings.token_type_embeddings.weight", width),
    norm("embeddings.LayerNorm"),
  ];
}

function blockTensors(block: number): readonly LayerTensors[] {
  const name = `encoder.layer.${block}`;
  const self = `${name}.attention.self`;
  return [
    fusedLinear([`${self}.query`, `${self}.key`, `${self}.value`]),
    linear(`${name}.attention.output.dense`),
    norm(`${name}.attention.output.LayerNorm`),
    linear(`${name}.intermediate.dense`),
    linear(`${name}.output.dense`),
    norm(`${name}.output.LayerNorm`),
  ];
}
