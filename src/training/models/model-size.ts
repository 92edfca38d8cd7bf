import { DpError } from "../../errors.js";
import { MAX_WRITTEN } from "../layers/_internal/matrix-gradients.js";
import type { Layer } from "../layers/layer.js";
import { kindOf, parameterCount } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";

/** Of one thread's kernels: half of what 32-bit addresses reach. */
const MAX_BYTES = 2 ** 31;
/**
 * More than a weight takes: itself twice, the sum, and a gradient and normals for each of a group of eight
 * examples.
 */
const WEIGHT_BYTES = 100;
/**
 * The same where no gradients of single examples are written out: itself, the sum, and a share of what
 * products are packed in.
 */
const SUMMED_WEIGHT_BYTES = 12;
/**
 * More than a value between layers takes for an example: itself and its gradient, and its place in the lists
 * of a convolution.
 */
const VALUE_BYTES = 10;
/** Channels that kernels take at once, to which those between layers are rounded up. */
const LANES = 16;

/** Adds up the memory that a model's kernels need, before anything is allocated for them. */
export class ModelSize {
  #bytes = 0;
  #isFirst = true;
  readonly #group: number;
  readonly #valueBytes: number;

  constructor(path: string, input: Shape, group: number) {
    this.#group = group;
    this.#valueBytes = group * VALUE_BYTES;
    this.#add(path, this.#valueBytes * valuesOf(input, 1));
  }

  /** Of what was added so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws DpError OUT_OF_RANGE it is more than there is */
  add(path: string, { layer, input, output }: { layer: Layer; input: Shape; output: Shape }): void {
    const padded = kindOf(layer).padded?.(layer, input);
    if (padded !== undefined) this.#add(path, this.#valueBytes * valuesOf(padded, this.#isFirst ? 1 : LANES));
    const weights = parameterCount(layer, input);
    const weightBytes = kindOf(layer).onlyNorms ? this.#summedWeightBytes(weights) : WEIGHT_BYTES;
    this.#add(path, this.#valueBytes * valuesOf(output, LANES) + weightBytes * weights);
    this.#isFirst = false;
  }

  /** Small matrices write out the gradients of a group after all. */
  #summedWeightBytes(weights: number): number {
    const written = this.#group * weights <= MAX_WRITTEN ? 4 * this.#group : 0;
    return SUMMED_WEIGHT_BYTES + written;
  }

  #add(path: string, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_BYTES) return;
    const parameter = `${path}: memory up to here`;
    const allowed = `at most ${inMegabytes(MAX_BYTES)}`;
    const advice =
      "take fewer units, filters or channels, less padding, a larger stride, or shorter sequences";
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
