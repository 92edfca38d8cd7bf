import { checkNumber, checkOneOf, checkOptions, RANGES, type Range, wrongShape } from "../../validate.js";

/** The extents that Transformers of all families have. */
export interface TransformerSize {
  /** Attention and feed-forward, so often one after the other. */
  readonly layers: number;
  /** Of each attention. */
  readonly heads: number;
  /** Channels of a position, a multiple of the heads. */
  readonly width: number;
  /** Units between the two halves of the feed-forward part; default 4 × width. */
  readonly feedForward?: number;
}

/** The names of the sizes. */
export type TransformerSizeName = "tiny" | "mini" | "small" | "medium" | "base";

/**
 * Sizes by name: those of BERT's miniatures, and the base size that BERT, RoBERTa, GPT-2 (small) and ViT
 * share.
 *
 * @see Turc, Chang, Lee, Toutanova, "Well-read students learn better", 2019, arXiv:1908.08962, Table 1
 */
export const TRANSFORMER_SIZES: Readonly<Record<TransformerSizeName, TransformerSize>> = {
  tiny: { layers: 2, heads: 2, width: 128 },
  mini: { layers: 4, heads: 4, width: 256 },
  small: { layers: 4, heads: 8, width: 512 },
  medium: { layers: 8, heads: 8, width: 512 },
  base: { layers: 12, heads: 12, width: 768 },
};

/**
 * What the Transformers' options have in common: a size by name, `base` by default, and extents that are to
 * be others.
 */
export interface TransformerOptions extends Partial<TransformerSize> {
  readonly size?: TransformerSizeName;
}

/** No public Transformer has more. */
const MAX_LAYERS = 1000;

const NAMES = Object.keys(TRANSFORMER_SIZES) as TransformerSizeName[];

/** All extents of a Transformer, checked. */
export function transformerSize(where: string, options: TransformerOptions): Required<TransformerSize> {
  const { size = "base" } = checkOptions(where, options);
  const base = TRANSFORMER_SIZES[checkOneOf(`${where}: size`, size, NAMES)];
  const extent = (name: keyof TransformerSize, standard: number, range: Range = RANGES.positiveInteger) =>
    checkNumber(`${where}: ${name}`, options[name] ?? standard, range);
  const [layers, heads, width] = [
    extent("layers", base.layers, { min: 1, max: MAX_LAYERS, integer: true }),
    extent("heads", base.heads),
    extent("width", base.width),
  ];
  if (width % heads !== 0) throw wrongShape(`${where}: width`, width, `a multiple of the ${heads} heads`);
  return { layers, heads, width, feedForward: extent("feedForward", 4 * width) };
}
