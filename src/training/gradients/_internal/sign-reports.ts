import type { OneSignRandomizer } from "../../../mechanisms/index.js";
import type { RandomSource } from "../../../random/random-source.js";
import type { BoundParameters } from "../../layers/_internal/bound-layer.js";
import { entriesOf } from "./entries-of.js";
import { finiteNorm } from "./finite-norm.js";
import type { Reports } from "./reports.js";

/**
 * Reports of one sign each: only the gradient's largest entry and one entry drawn at random are looked at. A
 * gradient that is not finite counts as zero.
 */
export class SignReports implements Reports {
  readonly #trained: readonly BoundParameters[];
  readonly #slices: readonly { readonly parameters: BoundParameters; readonly start: number }[];
  readonly #randomizer: OneSignRandomizer;
  readonly #bound: number;
  readonly #reports: number[] = [];
  #source!: RandomSource;

  constructor(trained: readonly BoundParameters[], randomizer: OneSignRandomizer, bound: number) {
    let start = 0;
    this.#trained = trained;
    this.#slices = trained.map((parameters) => {
      start += parameters.count;
      return { parameters, start: start - parameters.count };
    });
    this.#randomizer = randomizer;
    this.#bound = bound;
  }

  start(source: RandomSource): void {
    this.#source = source;
    this.#reports.length = 0;
  }

  add(count: number): void {
    for (let example = 0; example < count; example++) this.#reports.push(this.#report(example));
  }

  read(): Float32Array {
    const count = this.#reports.length;
    return new Float32Array(this.#randomizer.decodeMean(this.#reports).map((entry) => count * entry));
  }

  #report(example: number): number {
    const largest = Math.max(this.#bound, finiteNorm(this.#trained, example, "linf"));
    return this.#randomizer.randomizeRow(this.#source, (row) => this.#entry(example, row) / largest);
  }

  #entry(example: number, index: number): number {
    const { parameters, start } = this.#slices.findLast((slice) => slice.start <= index)!;
    return entriesOf(parameters).entry(example, index - start);
  }
}
