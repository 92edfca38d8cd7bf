import { checkNumber, RANGES, wrongShape } from "../../validate.js";
import { transformerBlocks } from "./_internal/transformer-blocks.js";
import type { Model } from "./model.js";
import { type TransformerOptions, transformerSize } from "./transformer-size.js";

/** A BERT classifier's extents. */
export interface BertOptions extends TransformerOptions {
  readonly classes: number;
  /** Tokens of the vocabulary; default 30,522, that of the public uncased models. */
  readonly vocabulary?: number;
  /**
   * The longest sequence, in tokens, those around the texts included; default 512, the most that public
   * checkpoints have.
   */
  readonly length?: number;
  /** Token types; default 2. */
  readonly segments?: number;
  /**
   * The token behind each text, `[SEP]`; default 102 in the default vocabulary, in others it must be given
   * (`tokenizer.special.sep`).
   */
  readonly separator?: number;
}

const PUBLIC = { vocabulary: 30522, separator: 102 };

/**
 * BERT as a classifier: embeddings of tokens, positions and segments with a layer norm, blocks with the norms
 * behind the additions, and on the first position (`[CLS]`) the pooler, a dense layer with tanh, then a dense
 * layer of one unit for each class. No dropout.
 *
 * Of 109,483,778 weights in the base size with 2 classes, 109,482,240 are the public encoder's, its pooler
 * included.
 *
 * @param options `{ classes }` at least; what is left out is as in BERT-base
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be, or the separator is missing
 * @see Devlin, Chang, Lee, Toutanova, "BERT: pre-training of deep bidirectional transformers for language
 *   understanding", NAACL 2019, arXiv:1810.04805
 * @example
 * dimensionOf(bertModel({ classes: 2 })); // 109483778
 * dimensionOf(bertModel({ size: "tiny", length: 64, classes: 2 })); // 4328834
 */
export function bertModel(options: BertOptions): Model {
  const where = "bertModel";
  const size = transformerSize(where, options);
  const { vocabulary = PUBLIC.vocabulary, length = 512, segments = 2, classes } = options;
  const separator = options.separator ?? (vocabulary === PUBLIC.vocabulary ? PUBLIC.separator : undefined);
  checkNumber(`${where}: vocabulary`, vocabulary, RANGES.positiveInteger);
  checkNumber(`${where}: length`, length, RANGES.positiveInteger);
  checkNumber(`${where}: segments`, segments, RANGES.positiveInteger);
  checkNumber(`${where}: classes`, classes, { min: 2, integer: true });
  if (segments > 1 || separator !== undefined) checkSeparator(where, separator, vocabulary);
  return {
    input: { vocabulary, length },
    layers: [
      { kind: "tokenEmbedding", vocabulary, units: size.width },
      { kind: "positionEmbedding" },
      { kind: "segmentEmbedding", segments, ...(separator === undefined ? {} : { separator }) },
      { kind: "layerNorm", epsilon: 1e-12 },
      ...transformerBlocks(size, { epsilon: 1e-12, causal: false, activation: "gelu", norm: "behind" }),
      { kind: "pooling", rule: "first" },
      { kind: "dense", units: size.width },
      { kind: "activation", rule: "tanh" },
      { kind: "dense", units: classes },
    ],
  };
}

function checkSeparator(where: string, separator: number | undefined, vocabulary: number): void {
  const name = `${where}: separator`;
  if (separator === undefined) {
    throw wrongShape(
      name,
      separator,
      "the token that ends a text in this vocabulary, e.g. tokenizer.special.sep",
    );
  }
  checkNumber(name, separator, { min: 0, max: vocabulary - 1, integer: true });
}
