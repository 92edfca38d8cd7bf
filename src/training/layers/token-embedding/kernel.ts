import { DpError } from "../../../errors.js";
import type { BoundInput, BoundParameters, Tensor, TokenTable } from "../_internal/bound-layer.js";
import { matrixGradients } from "../_internal/matrix-gradients.js";
import { productScratch } from "../_internal/product-scratch.js";
import { allocateTensor, roundUp } from "../_internal/tensor.js";
import { type ExampleGradients, frozenParameters, joinedParameters } from "../_internal/written-rows.js";
import type { Freezable, GroupContext, InputContext } from "../layer-kind.js";
import type { TokenEmbeddingLayer } from "./spec.js";

/** The embedding of tokens: a row of the weights for each. */
export function bindTokenEmbedding(
  { vocabulary, units, frozen = false }: TokenEmbeddingLayer & Freezable,
  context: InputContext,
): BoundInput {
  const { workspace, group, input } = context;
  const { kernels } = workspace;
  const positions = input.height;
  const ids = workspace.allocate(4 * group * positions);
  const lengths = workspace.allocate(4 * group);
  const output = allocateTensor(context, { height: positions, width: 1, channels: units }, { lengths });
  const weights = workspace.allocateFloats(vocabulary * units);
  const table: Table = {
    vocabulary,
    units,
    output,
    idsOf: (i) => workspace.words(ids + 4 * i * positions, positions),
  };
  let tied: { readonly states: Tensor; readonly logits: Tensor } | undefined;
  const gradients = onFirstUse(() =>
    tied === undefined ? mergedGradients(context, table) : tiedGradients(context, table, tied),
  );

  const tokens: TokenTable = {
    vocabulary,
    units,
    weights,
    rowFloats: units,
    idsOf: table.idsOf,
    tie(states, logits) {
      tied = { states, logits };
    },
  };

  return {
    output,
    tokens,
    parameters: frozen
      ? frozenParameters(context, weights, vocabulary * units)
      : lateParameters(context, vocabulary * units, weights, gradients),
    stage(example, values, length) {
      workspace.words(ids + 4 * example * positions, positions).set(values);
      workspace.words(lengths + 4 * example, 1)[0] = length;
    },
    forward(count) {
      for (let i = 0; i < count; i++) {
        const target = output.values + 4 * i * output.stride;
        kernels.gatherRows(target, units, weights, units, ids + 4 * i * positions, positions, units);
      }
    },
    backward: (count) => (frozen ? undefined : gradients().prepare(count)),
  };
}

/** Only a model's first layer reads token ids, as `readModel` makes sure of. */
export function bindLaterEmbedding(layer: TokenEmbeddingLayer): never {
  const allowed = "the first layer of a model of tokens";
  const details = { parameter: "model.layers", value: layer, allowed };
  throw new DpError(
    "NOT_APPLICABLE",
    `model.layers: a tokenEmbedding must be ${allowed}, got a later one`,
    details,
  );
}

interface Table {
  readonly vocabulary: number;
  readonly units: number;
  readonly output: Tensor;
  /** The tokens of an example, until the next allocation. */
  idsOf(example: number): Uint32Array;
}

/** Parameters of which it is known only when all layers are bound how their gradients come about. */
function lateParameters(
  context: GroupContext,
  count: number,
  weights: number,
  gradients: () => ExampleGradients,
): BoundParameters {
  const parameters = onFirstUse(() => joinedParameters(context, weights, [gradients()]));
  return {
    count,
    load: (values) => context.workspace.floats(weights, count).set(values),
    squaredNorm: (example) => parameters().squaredNorm(example),
    accumulate: (factors, examples) => parameters().accumulate(factors, examples),
    clearGradient: (example) => parameters().clearGradient(example),
    clearSum: () => parameters().clearSum(),
    readSum: (target) => parameters().readSum(target),
  };
}

function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Gradients of an embedding that is used for the input alone: a row for each different token of an example,
 * the sum of the gradients at its positions.
 */
function mergedGradients({ workspace, group }: GroupContext, table: Table): ExampleGradients {
  const { kernels } = workspace;
  const { vocabulary, units, output } = table;
  const positions = output.shape.height;
  const size = roundUp(positions * units, 16);
  const merged = workspace.allocateFloats(group * size);
  const scaled = workspace.allocateFloats(size);
  const sum = workspace.allocateFloats(vocabulary * units);
  const slots = workspace.allocate(4 * positions);
  const different = workspace.allocate(4 * group * positions);
  const counts = new Uint32Array(group);

  /** Numbers an example's different tokens in the order of their first positions. */
  function number(example: number): void {
    const seen = new Map<number, number>();
    const slotOf = workspace.words(slots, positions);
    for (const [position, id] of table.idsOf(example).entries()) {
      const slot = seen.get(id) ?? seen.size;
      seen.set(id, slot);
      slotOf[position] = slot;
    }
    workspace.words(different + 4 * example * positions, positions).set([...seen.keys()]);
    counts[example] = seen.size;
  }

  return {
    count: vocabulary * units,
    sum,
    prepare(examples) {
      for (let i = 0; i < examples; i++) {
        number(i);
        kernels.clear(merged + 4 * i * size, size);
        const slopes = output.gradients + 4 * i * output.stride;
        kernels.scatterAddRows(merged + 4 * i * size, units, slots, slopes, units, positions, units);
      }
    },
    squaredNorm: (example) => kernels.sumOfSquares(merged + 4 * example * size, size),
    accumulate(factors, examples) {
      for (let i = 0; i < examples; i++) {
        const ids = different + 4 * i * positions;
        kernels.scale(scaled, merged + 4 * i * size, size, workspace.floats(factors, examples)[i]!);
        kernels.scatterAddRows(sum, units, ids, scaled, units, counts[i]!, units);
      }
    },
    clearGradient: (example) => kernels.clear(merged + 4 * example * size, size),
  };
}

/**
 * Gradients of an embedding whose weights are the head's too: the head's, a sum over positions of the logits'
 * gradients x the states, plus the gradients at each token's positions. Their norm is that of the two
 * together.
 */
function tiedGradients(
  context: GroupContext,
  { vocabulary, units, output, idsOf }: Table,
  { states, logits }: { readonly states: Tensor; readonly logits: Tensor },
): ExampleGradients {
  const { workspace } = context;
  const { kernels } = workspace;
  const scratch = productScratch(workspace);
  const positions = output.shape.height;
  const addresses = (i: number) => ({
    state: states.values + 4 * i * states.stride,
    slopes: logits.gradients + 4 * i * logits.stride,
    own: output.gradients + 4 * i * output.stride,
  });
  return matrixGradients(context, {
    rows: vocabulary,
    columns: units,
    positions,
    write(example, first, rows, target) {
      const { state, slopes, own } = addresses(example);
      // biome-ignore format: one kernel call
      kernels.product(rows, units, positions, slopes + 4 * first, 1, logits.channels,
        state, states.channels, 1, target, units, 0, false, scratch);
      for (const [position, id] of idsOf(example).entries()) {
        if (id < first || id >= first + rows) continue;
        kernels.addTo(target + 4 * (id - first) * units, own + 4 * position * units, units);
      }
    },
    clear(example) {
      const { state, slopes, own } = addresses(example);
      kernels.clear(state, states.stride);
      kernels.clear(slopes, logits.stride);
      kernels.clear(own, output.stride);
    },
  });
}
