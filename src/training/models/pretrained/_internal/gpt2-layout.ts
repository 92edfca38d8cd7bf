import { type CheckpointLayout, eachBlock, type LayoutExtents } from "./checkpoint-layout.js";
import { inputsFirst, type LayerTensors, norm, positions, table } from "./layer-tensors.js";

/**
 * GPT-2's names. Its files may hold the causal masks, and the output head, which shares the token embedding's
 * weights.
 */
export function gpt2Layout(extents: LayoutExtents): CheckpointLayout {
  return {
    prefix: "transformer.",
    layers: [
      table("wte.weight", extents.width),
      positions("wpe.weight", 0),
      ...eachBlock(extents, blockTensors),
      norm("ln_f"),
    ],
    headBlocks: 0,
    ignored: [/^h\.\d+\.attn\.(masked_)?bias$/],
    copy: { name: "lm_head.weight", of: "wte.weight" },
  };
}

function blockTensors(block: number): readonly LayerTensors[] {
  const name = `h.${block}`;
  return [
    norm(`${name}.ln_1`),
    inputsFirst(`${name}.attn.c_attn`),
    inputsFirst(`${name}.attn.c_proj`),
    norm(`${name}.ln_2`),
    inputsFirst(`${name}.mlp.c_fc`),
    inputsFirst(`${name}.mlp.c_proj`),
  ];
}
