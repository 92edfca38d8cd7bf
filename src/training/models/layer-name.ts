import type { Layer } from "../layers/layer.js";

/** What a layer is called in its tensors' names: its place in the model and its kind. */
export function layerName({ kind }: Layer, place: number): string {
  return `${place}.${kind}`;
}
