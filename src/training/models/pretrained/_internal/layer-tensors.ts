import type { PlacedLayer } from "../../placed-layers.js";
import { type CheckpointTensor, compactStrides } from "./checkpoint-tensor.js";

/** The tensors that a checkpoint has for a layer. */
export type LayerTensors = (place: PlacedLayer) => readonly Omit<CheckpointTensor, "isHead">[];

/** A vector, or one for each position: [1][position][channel]. */
export function vectors(name: string): LayerTensors {
  return ({ start, end, input: { channels } }) => {
    const shape = [1, (end - start) / channels, channels];
    return [{ name, shape, start, strides: compactStrides(shape) }];
  };
}

/** A vector for each id: [id][unit]. */
export function table(name: string, units: number): LayerTensors {
  return ({ start, end }) => {
    const shape = [(end - start) / units, units];
    return [{ name, shape, start, strides: compactStrides(shape) }];
  };
}

/** A table of positions that may be longer, the model's first one being in row `firstRow`. */
export function positions(name: string, firstRow: number): LayerTensors {
  return ({ start, input: { height, channels } }) => {
    const shape = [height, channels];
    return [{ name, shape, start, strides: compactStrides(shape), firstRow }];
  };
}

/** Gains and biases. */
export function norm(name: string): LayerTensors {
  return ({ start, input: { channels } }) => [
    { name: `${name}.weight`, shape: [channels], start, strides: [1] },
    { name: `${name}.bias`, shape: [channels], start: start + channels, strides: [1] },
  ];
}

/** Weights [unit][input], the other way round than here, and biases. */
export function linear(name: string): LayerTensors {
  return fusedLinear([name]);
}

/**
 * The same where what is one layer here has several names in the checkpoint, side by side: queries, keys,
 * values.
 */
export function fusedLinear(names: readonly string[]): LayerTensors {
  return ({ start, end, input: { channels } }) => {
    const units = (end - start) / (channels + 1);
    const each = units / names.length;
    return names.flatMap((name, i) => [
      { name: `${name}.weight`, shape: [each, channels], start: start + i * each, strides: [1, units] },
      { name: `${name}.bias`, shape: [each], start: start + channels * units + i * each, strides: [1] },
    ]);
  };
}

/** Weights [input][unit], as here, and biases: GPT-2's `Conv1D`. */
export function inputsFirst(name: string): LayerTensors {
  return ({ start, end, input: { channels } }) => {
    const units = (end - start) / (channels + 1);
    return [
      { name: `${name}.weight`, shape: [channels, units], start, strides: [units, 1] },
      { name: `${name}.bias`, shape: [units], start: start + channels * units, strides: [1] },
    ];
  };
}

/**
 * A convolution over patches: weights [unit][channel][row][column], which are [row][column][channel][unit]
 * here, and biases.
 */
export function patches(name: string, side: number): LayerTensors {
  return ({ start, end, input: { channels } }) => {
    const units = (end - start) / (side * side * channels + 1);
    const strides = [1, units, side * channels * units, channels * units];
    const biases = start + side * side * channels * units;
    return [
      { name: `${name}.weight`, shape: [units, channels, side, side], start, strides },
      { name: `${name}.bias`, shape: [units], start: biases, strides: [1] },
    ];
  };
}
