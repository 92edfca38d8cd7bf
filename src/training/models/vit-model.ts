import { checkNumber, RANGES, wrongShape } from "../../validate.js";
import { transformerBlocks } from "./_internal/transformer-blocks.js";
import type { Model } from "./model.js";
import { type TransformerOptions, transformerSize } from "./transformer-size.js";

/** A vision Transformer's extents. */
export interface VitOptions extends TransformerOptions {
  readonly classes: number;
  /** Rows and columns of the pictures, a multiple of `patch`; default 224. */
  readonly side?: number;
  /** Rows and columns of a patch; default 16. */
  readonly patch?: number;
  /** Colours; default 3. */
  readonly channels?: number;
}

/**
 * A vision Transformer (ViT) as a classifier: patches, a class token and positions, blocks with the norms
 * before what is added, and at the class token a norm and a dense layer of one unit for each class. No
 * dropout.
 *
 * ViT-B/16 has 86,567,656 weights with 1,000 classes, 85,798,656 without the head. Public checkpoints want
 * pixels from -1 to 1: give floats of 2 byte / 255 - 1 rather than bytes.
 *
 * @param options `{ classes }` at least; what is left out is as in ViT-B/16
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be, or the patches do not fit
 * @see Dosovitskiy et al., "An image is worth 16x16 words: Transformers for image recognition at scale", ICLR
 *   2021, arXiv:2010.11929
 * @example
 * dimensionOf(vitModel({ classes: 1000 })); // 86567656
 * dimensionOf(vitModel({ layers: 2, heads: 4, width: 64, side: 28, patch: 7, channels: 1, classes: 10 })); // 105098
 */
export function vitModel(options: VitOptions): Model {
  const where = "vitModel";
  const size = transformerSize(where, options);
  const { side = 224, patch = 16, channels = 3, classes } = options;
  for (const [name, extent] of Object.entries({ side, patch, channels })) {
    checkNumber(`${where}: ${name}`, extent, RANGES.positiveInteger);
  }
  if (side % patch !== 0) throw wrongShape(`${where}: side`, side, `a multiple of the patches' ${patch}`);
  checkNumber(`${where}: classes`, classes, { min: 2, integer: true });
  return {
    input: { height: side, width: side, channels },
    layers: [
      { kind: "patchEmbedding", side: patch, units: size.width },
      { kind: "classToken" },
      { kind: "positionEmbedding" },
      ...transformerBlocks(size, { epsilon: 1e-12, causal: false, activation: "gelu", norm: "before" }),
      { kind: "pooling", rule: "first" },
      { kind: "layerNorm", epsilon: 1e-12 },
      { kind: "dense", units: classes },
    ],
  };
}
