import type { BoundLayer, Tensor } from "../layers/_internal/bound-layer.js";
import { fitTensor } from "../layers/_internal/fit-tensor.js";
import { allocateTensor } from "../layers/_internal/tensor.js";
import type { GroupContext } from "../layers/layer-kind.js";

/** What binds a branch to an input: at least one layer. */
export type BindBranch = (input: Tensor) => readonly BoundLayer[];

/**
 * Branches of one input whose outputs are added up, and the input itself to them if `withInput`.
 *
 * Every branch but the first writes its gradient of the input to memory of its own, from where it is added.
 * The sum has values of its own, and the branches' outputs have copies of its gradient, unless there is one
 * branch, whose last layer leaves its output alone.
 */
export function bindSum(
  context: GroupContext,
  { input, withInput }: { readonly input: Tensor; readonly withInput: boolean },
  binds: readonly BindBranch[],
): readonly BoundLayer[] {
  const { copy, add } = operations(context);
  const form = { multiple: input.channels, isData: input.isData, lengths: input.lengths };
  const inputs = binds.map((_, i) => {
    if (i === 0 || input.isData) return { ...input };
    return { ...input, gradients: allocateTensor(context, input.shape, form).gradients };
  });
  const bound = binds.map((bind, i) => bind(inputs[i]!));
  const channels = withInput ? input.channels : bound[0]!.at(-1)!.output.channels;
  const branches = bound.map((branch) => inForm(context, channels, branch));
  const outputs = branches.map((branch) => branch.at(-1)!.output);
  const [first, ...others] = outputs;
  const { shape, lengths } = first!;
  const isInPlace = branches.length === 1 && branches[0]!.at(-1)!.leavesOutput === true;
  const output = isInPlace ? { ...first! } : allocateTensor(context, shape, { multiple: channels, lengths });
  for (const made of outputs) made.equalRows = (example) => output.equalRows?.(example);

  const fork: BoundLayer = {
    output: input,
    forward: () => {},
    backward(count) {
      if (input.isData) return;
      for (const { gradients } of inputs.slice(1)) add(input, { ...input, gradients }, "gradients", count);
      if (withInput) add(input, output, "gradients", count);
    },
  };
  const join: BoundLayer = {
    output,
    forward(count) {
      if (!isInPlace) copy(output, first!, "values", count);
      for (const other of others) add(output, other, "values", count);
      if (withInput) add(output, input, "values", count);
    },
    backward(count) {
      if (isInPlace) return;
      for (const made of outputs) copy(made, output, "gradients", count);
    },
  };
  return [fork, ...branches.flat(), join];
}

/** A branch's output with `channels` floats from one position to the next. */
function inForm(
  context: GroupContext,
  channels: number,
  branch: readonly BoundLayer[],
): readonly BoundLayer[] {
  const { output } = branch.at(-1)!;
  return output.channels === channels
    ? branch
    : [...branch, fitTensor(context, output, { multiple: channels })];
}

/** What copies the values or gradients of one tensor to another of its shape, or adds them, row by row. */
function operations({ workspace: { kernels } }: GroupContext) {
  type Part = "values" | "gradients";
  const each =
    (apply: (to: number, from: number, size: number) => void) =>
    (target: Tensor, source: Tensor, part: Part, count: number): void => {
      const size = source.shape.width * source.channels;
      const { height } = source.shape;
      const isWhole = target.row === size && source.row === size;
      for (let i = 0; i < count; i++) {
        const to = target[part] + 4 * i * target.stride;
        const from = source[part] + 4 * i * source.stride;
        if (isWhole) apply(to, from, height * size);
        else for (let y = 0; y < height; y++) apply(to + 4 * y * target.row, from + 4 * y * source.row, size);
      }
    };
  return {
    add: each((to, from, size) => kernels.addTo(to, from, size)),
    copy: each((to, from, size) => kernels.copyRows(to, size, from, size, 1, size)),
  };
}
