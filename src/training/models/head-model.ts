import { hasWeights } from "./_internal/has-weights.js";
import { type Block, isLayer } from "./block.js";
import type { Model } from "./model.js";
import { readModel } from "./read-model.js";

/**
 * A model of which only the head is trained, what stands behind its last block; all else is frozen. A
 * language model's head shares the frozen embedding's weights, which leaves its last norm.
 *
 * @param given with residual or sum blocks
 * @returns the model; its frozen weights and its start are {@link headWeights}
 * @throws DpError BAD_INPUT the model is not one, or nothing stands behind its blocks; OUT_OF_RANGE a number
 *   of it is out of range
 */
export function headModel(given: Model): Model {
  const model = readModel("headModel", given);
  const lastBlock = model.layers.findLastIndex((block) => !isLayer(block));
  const layers = model.layers.map((block, i) => (i > lastBlock ? block : frozen(block)));
  return readModel("headModel", { ...model, layers });
}

function frozen(block: Block): Block {
  if (isLayer(block)) return hasWeights(block) ? { ...block, frozen: true } : block;
  return block.kind === "residual"
    ? { kind: "residual", layers: block.layers.map(frozen) }
    : { kind: "sum", branches: block.branches.map((branch) => branch.map(frozen)) };
}
