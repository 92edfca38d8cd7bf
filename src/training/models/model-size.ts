import { DpError } from "../../errors.js";
import type { Layer } from "../layers/layer.js";
import { kindOf, parameterCount } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";

/** What one thread's memory holds with room: some 20 to 100 bytes each, of at most 4 GiB. */
const MOST = 2 ** 24;
/** Channels that kernels take at once; rounded up to it, no value is counted too low. */
const LANES = 16;

/** Counts a model's weights and the values between its layers, before anything is allocated for them. */
export class ModelSize {
  #weights = 0;
  #values = 0;

  constructor(path: string, input: Shape) {
    this.#addValues(path, input);
  }

  /** @throws DpError OUT_OF_RANGE there are more than the kernels have room for */
  add(path: string, { layer, input, output }: { layer: Layer; input: Shape; output: Shape }): void {
    const padded = kindOf(layer).padded?.(layer, input);
    if (padded !== undefined) this.#addValues(path, padded);
    this.#addValues(path, output);
    this.#weights += parameterCount(layer, input);
    check(`${path}: weights up to here`, this.#weights);
  }

  #addValues(path: string, { height, width, channels }: Shape): void {
    this.#values += height * width * Math.ceil(channels / LANES) * LANES;
    check(`${path}: values up to here`, this.#values);
  }
}

function check(parameter: string, value: number): void {
  if (value <= MOST) return;
  const allowed = `at most ${MOST}`;
  const advice = "take fewer units, filters or channels, less padding, or a larger stride";
  throw new DpError("OUT_OF_RANGE", `${parameter} must be ${allowed}, got ${value}; ${advice}`, {
    parameter,
    value,
    allowed,
  });
}
