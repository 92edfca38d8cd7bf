import type { BoundLayer, BoundParameters, Tensor, TokenTable } from "../layers/_internal/bound-layer.js";
import type { GroupContext } from "../layers/layer-kind.js";
import { kindOf } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { bindSum } from "./bind-sum.js";
import { type Block, isLayer } from "./block.js";
import { shapeBehind } from "./placed-layers.js";

/** Where blocks are bound, and lists of the parameters that are: those trained, and those not. */
export interface BlockContext extends GroupContext {
  readonly tokens: TokenTable | undefined;
  readonly trained: BoundParameters[];
  readonly frozen: BoundParameters[];
}

/** Gives a block its memory: its layers, in the order in which they compute. */
export function bindBlock(
  block: Block,
  context: BlockContext,
  input: Tensor,
  output: Shape,
): readonly BoundLayer[] {
  if (isLayer(block)) {
    const { workspace, group, clippingMode, tokens } = context;
    const layers = kindOf(block).bind(block, { workspace, group, clippingMode, tokens, input, output });
    const parameters = layers.flatMap((layer) => layer.parameters ?? []);
    (block.frozen ? context.frozen : context.trained).push(...parameters);
    return layers;
  }
  const branches = block.kind === "residual" ? [block.layers] : block.branches;
  return bindSum(
    context,
    { input, withInput: block.kind === "residual" },
    branches.map((branch) => (from: Tensor) => bindBranch(branch, context, from)),
  );
}

function bindBranch(blocks: readonly Block[], context: BlockContext, input: Tensor): readonly BoundLayer[] {
  const layers: BoundLayer[] = [];
  for (const block of blocks) {
    const from = layers.at(-1)?.output ?? input;
    layers.push(...bindBlock(block, context, from, shapeBehind(block, from.shape)));
  }
  return layers;
}
