import type { BoundLayer, Tensor } from "../layers/_internal/bound-layer.js";
import { fitTensor } from "../layers/_internal/fit-tensor.js";
import type { GroupContext } from "../layers/layer-kind.js";

/**
 * The layers of a residual block, with the addition of the input behind them.
 *
 * The sum is written over what the last layer made, which none needs again (see `readModel`), and shares its gradient. On the way
 * back the sum's gradient is added to what the layers have made of the input's.
 */
export function bindResidual(
  context: GroupContext,
  input: Tensor,
  bind: (input: Tensor) => readonly BoundLayer[],
): readonly BoundLayer[] {
  const inner = bind(input);
  const made = inner.at(-1)!.output;
  const fit =
    made.channels === input.channels ? [] : [fitTensor(context, made, { multiple: input.channels })];
  const output = fit[0]?.output ?? made;
  const add = addition(context, input);
  const fork: BoundLayer = {
    output: input,
    forward: () => {},
    backward: (count) => (input.isData ? undefined : add(input, output, "gradients", count)),
  };
  const join: BoundLayer = {
    output,
    forward: (count) => add(output, input, "values", count),
    backward: () => {},
  };
  return [fork, ...inner, ...fit, join];
}

/** What adds the values or gradients of one tensor to those of another of its shape, row by row. */
function addition({ workspace: { kernels } }: GroupContext, { shape, channels }: Tensor) {
  const size = shape.width * channels;
  return (target: Tensor, source: Tensor, of: "values" | "gradients", count: number): void => {
    for (let i = 0; i < count; i++) {
      const [to, from] = [target[of] + 4 * i * target.stride, source[of] + 4 * i * source.stride];
      const isWhole = target.row === size && source.row === size;
      if (isWhole) kernels.addTo(to, from, shape.height * size);
      else
        for (let y = 0; y < shape.height; y++)
          kernels.addTo(to + 4 * y * target.row, from + 4 * y * source.row, size);
    }
  };
}
