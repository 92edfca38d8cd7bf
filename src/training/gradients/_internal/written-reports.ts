import type { DiscreteVectorRandomizer } from "../../../mechanisms/index.js";
import type { RandomSource } from "../../../random/random-source.js";
import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundParameters } from "../../layers/_internal/bound-layer.js";
import type { GroupContext } from "../../layers/layer-kind.js";
import { entriesOf } from "./entries-of.js";
import { finiteNorm } from "./finite-norm.js";
import type { Reports } from "./reports.js";

/** Floats behind a gradient that writing it may spoil. */
const SLACK = 16;

/**
 * Reports that depend on all entries of a gradient, which is written out for each: those about a row of its
 * Hadamard transform. A gradient that is not finite counts as zero.
 */
export class WrittenReports implements Reports {
  readonly #workspace: Workspace;
  readonly #trained: readonly BoundParameters[];
  readonly #randomizer: DiscreteVectorRandomizer;
  readonly #gradient: number;
  readonly #reports: number[] = [];
  #source!: RandomSource;

  constructor(
    { workspace }: GroupContext,
    trained: readonly BoundParameters[],
    randomizer: DiscreteVectorRandomizer,
  ) {
    this.#workspace = workspace;
    this.#trained = trained;
    this.#randomizer = randomizer;
    this.#gradient = workspace.allocateFloats(randomizer.dimension + SLACK);
  }

  start(source: RandomSource): void {
    this.#source = source;
    this.#reports.length = 0;
  }

  add(count: number): void {
    for (let example = 0; example < count; example++) {
      this.#write(example);
      const gradient = this.#workspace.floats(this.#gradient, this.#randomizer.dimension);
      this.#reports.push(this.#randomizer.randomize(this.#source, gradient));
    }
  }

  read(): Float32Array {
    const count = this.#reports.length;
    return new Float32Array(this.#randomizer.decodeMean(this.#reports).map((entry) => count * entry));
  }

  #write(example: number): void {
    finiteNorm(this.#trained, example, "linf");
    let target = this.#gradient;
    for (const parameters of this.#trained) {
      entriesOf(parameters).write(example, target);
      target += 4 * parameters.count;
    }
  }
}
