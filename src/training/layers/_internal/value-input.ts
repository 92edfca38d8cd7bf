import type { GroupContext } from "../layer-kind.js";
import type { Shape } from "../shape.js";
import type { BoundInput } from "./bound-layer.js";
import { allocateTensor } from "./tensor.js";

/** What bytes stand for. */
const LEVELS: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

/** The examples' values as floats, for any first layer. */
export function bindValueInput(context: GroupContext, shape: Shape): BoundInput {
  const { workspace } = context;
  const output = allocateTensor(context, shape, { isData: true });
  return {
    output,
    stage(example, values) {
      const target = workspace.floats(output.values + 4 * example * output.stride, values.length);
      if (values instanceof Float32Array) target.set(values);
      else for (let i = 0; i < values.length; i++) target[i] = LEVELS[values[i]!]!;
    },
    forward: () => {},
    backward: () => {},
  };
}
