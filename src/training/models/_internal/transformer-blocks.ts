import type { ActivationRule } from "../../layers/activation/spec.js";
import type { Block } from "../block.js";
import type { TransformerSize } from "../transformer-size.js";

/** What tells the families' blocks apart. */
export interface BlockRules {
  /** Of the layer norms. */
  readonly epsilon: number;
  readonly causal: boolean;
  readonly activation: ActivationRule;
  /**
   * Whether the norms stand behind the additions, as in Vaswani et al. 2017, or first within what is added.
   */
  readonly norm: "before" | "behind";
}

/**
 * A Transformer's blocks: attention, then the feed-forward part, each with a connection around it, `layers`
 * times.
 */
export function transformerBlocks(size: Required<TransformerSize>, rules: BlockRules): readonly Block[] {
  const { layers, heads, width, feedForward } = size;
  const { epsilon, causal, activation } = rules;
  const attention: readonly Block[] = [
    { kind: "linear", units: 3 * width },
    { kind: "attention", heads, causal },
    { kind: "linear", units: width },
  ];
  const between: readonly Block[] = [
    { kind: "linear", units: feedForward },
    { kind: "activation", rule: activation },
    { kind: "linear", units: width },
  ];
  const norm: Block = { kind: "layerNorm", epsilon };
  const withNorm = (part: readonly Block[]): readonly Block[] =>
    rules.norm === "before"
      ? [{ kind: "residual", layers: [norm, ...part] }]
      : [{ kind: "residual", layers: part }, norm];
  return Array.from({ length: layers }, () => [...withNorm(attention), ...withNorm(between)]).flat();
}
