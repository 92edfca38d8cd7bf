import type { Layer, Shape } from "./layer.js";

/** How many values a shape holds. */
export function sizeOf(shape: Shape): number {
  return shape.height * shape.width * shape.channels;
}

/** What a layer makes of its input. */
export function outputShape(layer: Layer, input: Shape): Shape {
  switch (layer.kind) {
    case "convolution":
      return {
        height: positions(input.height + 2 * layer.padding, layer.side, layer.stride),
        width: positions(input.width + 2 * layer.padding, layer.side, layer.stride),
        channels: layer.filters,
      };
    case "maxPool":
      return {
        height: positions(input.height, layer.side, layer.stride),
        width: positions(input.width, layer.side, layer.stride),
        channels: input.channels,
      };
    case "activation":
      return input;
    case "dense":
      return { height: 1, width: 1, channels: layer.units };
  }
}

/** The part of the input (from its upper left corner) that a layer reads to make the given part of its output. */
export function usedInput(layer: Layer, input: Shape, output: Shape): Shape {
  if (layer.kind === "activation") return output;
  if (layer.kind === "dense") return input;
  const padding = layer.kind === "convolution" ? layer.padding : 0;
  const reach = (count: number) => (count - 1) * layer.stride + layer.side - padding;
  return {
    height: Math.min(input.height, reach(output.height)),
    width: Math.min(input.width, reach(output.width)),
    channels: input.channels,
  };
}

/** Weights and biases of a layer, and the fans that its initial weights depend on. */
export function parametersOf(
  layer: Layer,
  input: Shape,
): { weights: number; biases: number; fanIn: number; fanOut: number } {
  switch (layer.kind) {
    case "convolution": {
      const area = layer.side * layer.side;
      const fanIn = area * input.channels;
      return { weights: fanIn * layer.filters, biases: layer.filters, fanIn, fanOut: area * layer.filters };
    }
    case "dense": {
      const fanIn = sizeOf(input);
      return { weights: fanIn * layer.units, biases: layer.units, fanIn, fanOut: layer.units };
    }
    default:
      return { weights: 0, biases: 0, fanIn: 0, fanOut: 0 };
  }
}

function positions(extent: number, side: number, stride: number): number {
  return Math.floor((extent - side) / stride) + 1;
}
