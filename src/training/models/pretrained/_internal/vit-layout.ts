import { type CheckpointLayout, eachBlock, type LayoutExtents } from "./checkpoint-layout.js";
import { fusedLinear, type LayerTensors, linear, norm, patches, vectors } from "./layer-tensors.js";

/** The names of a vision Transformer. */
export function vitLayout(extents: LayoutExtents): CheckpointLayout {
  const projection = "embeddings.patch_embeddings.projection";
  return {
    prefix: "vit.",
    layers: [
      patches(projection, extents.patch),
      vectors("embeddings.cls_token"),
      vectors("embeddings.position_embeddings"),
      ...eachBlock(extents, blockTensors),
      norm("layernorm"),
      linear("classifier"),
    ],
    headBlocks: 1,
    ignored: [/^pooler\.dense\./],
  };
}

function blockTensors(block: number): readonly LayerTensors[] {
  const name = `encoder.layer.${block}`;
  const self = `${name}.attention.attention`;
  return [
    norm(`${name}.layernorm_before`),
    fusedLinear([`${self}.query`, `${self}.key`, `${self}.value`]),
    linear(`${name}.attention.output.dense`),
    norm(`${name}.layernorm_after`),
    linear(`${name}.intermediate.dense`),
    linear(`${name}.output.dense`),
  ];
}
