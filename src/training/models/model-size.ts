import { DpError } from "../../errors.js";
import type { Layer } from "../layers/layer.js";
import { kindOf, parameterCount } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";

/** Of one thread's kernels: half of what 32-bit addresses reach. */
const MOST_BYTES = 2 ** 31;
/** More than a weight takes: itself twice, the sum, and a gradient and normals for each of a group of eight examples. */
const WEIGHT_BYTES = 100;
/** More than a value between layers takes: itself and its gradient for each of a group, and its place in the lists of a convolution. */
const VALUE_BYTES = 80;
/** Channels that kernels take at once, to which those between layers are rounded up. */
const LANES = 16;

/** Adds up the memory that a model's kernels need, before anything is allocated for them. */
export class ModelSize {
  #bytes = 0;
  #isFirst = true;

  constructor(path: string, input: Shape) {
    this.#add(path, VALUE_BYTES * valuesOf(input, 1));
  }

  /** @throws DpError OUT_OF_RANGE it is more than there is */
  add(path: string, { layer, input, output }: { layer: Layer; input: Shape; output: Shape }): void {
    const padded = kindOf(layer).padded?.(layer, input);
    if (padded !== undefined) this.#add(path, VALUE_BYTES * valuesOf(padded, this.#isFirst ? 1 : LANES));
    this.#add(path, VALUE_BYTES * valuesOf(output, LANES) + WEIGHT_BYTES * parameterCount(layer, input));
    this.#isFirst = false;
  }

  #add(path: string, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= MOST_BYTES) return;
    const parameter = `${path}: memory up to here`;
    const allowed = `at most ${inMegabytes(MOST_BYTES)}`;
    const advice = "take fewer units, filters or channels, less padding, or a larger stride";
    throw new DpError(
      "OUT_OF_RANGE",
      `${parameter} must be ${allowed}, got ${inMegabytes(this.#bytes)}; ${advice}`,
      {
        parameter,
        value: this.#bytes,
        allowed,
      },
    );
  }
}

function valuesOf({ height, width, channels }: Shape, lanes: number): number {
  return height * width * Math.ceil(channels / lanes) * lanes;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
