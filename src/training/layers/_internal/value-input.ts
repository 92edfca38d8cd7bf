import type { GroupContext } from "../layer-kind.js";
import type { Shape } from "../shape.js";
import type { BoundInput } from "./bound-layer.js";
import { allocateTensor } from "./tensor.js";

/** What bytes stand for. */
const LEVELS: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

/** The examples' values as floats, for any first layer. */
export function bindValueInput(context: GroupContext, shape: Shape): BoundInput {
  const { workspace, group } = context;
  const isSequence = shape.width === 1 && shape.height > 1;
  const lengths = isSequence ? workspace.allocate(4 * group) : undefined;
  const output = allocateTensor(context, shape, { isData: true, lengths });
  return {
    output,
    stage(example, values, length) {
      if (lengths !== undefined) workspace.words(lengths, group)[example] = length;
      const target = workspace.floats(output.values + 4 * example * output.stride, values.length);
      if (values instanceof Float32Array) target.set(values);
      else for (let i = 0; i < values.length; i++) target[i] = LEVELS[values[i]!]!;
    },
    forward: () => {},
    backward: () => {},
  };
}
