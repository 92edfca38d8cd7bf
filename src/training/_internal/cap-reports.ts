import type { CapRandomizer } from "../../mechanisms/index.js";
import type { RandomSource } from "../../random/random-source.js";
import { NormalStream } from "../../tensor/normal-stream.js";
import type { Workspace } from "../../tensor/workspace.js";
import { type BoundParameters, GROUP } from "../layers/bound-layer.js";
import { finiteNorm } from "./finite-norm.js";
import { readSums } from "./read-sums.js";
import type { Reports } from "./reports.js";

/** Shorter gradients count as zero, as those do that are not finite: below, squares leave f32's range and lengths cannot be trusted. */
const SHORTEST = 1e-15;

/**
 * Reports that point around a gradient or away from it: PrivUnit and the hemisphere randomizer, for many entries.
 *
 * The report about a gradient along the unit vector u is length * (h u + sqrt(1 - h²) v): the height h is drawn as the
 * randomizer says, in f64, and v is the direction of z - <z, u> u for normals z. That is a multiple of the gradient plus a
 * multiple of z, so gradients are added up as clipped ones are, and z is used where the cache still has it.
 *
 * Accuracy: see docs/theorems/privunit.md.
 */
export class CapReports implements Reports {
  readonly #workspace: Workspace;
  readonly #trained: readonly BoundParameters[];
  readonly #randomizer: CapRandomizer;
  readonly #stream: NormalStream;
  readonly #size: number;
  readonly #normals: number;
  readonly #gaps: { readonly address: number; readonly count: number };
  readonly #factors: number;
  #source!: RandomSource;

  constructor(workspace: Workspace, trained: readonly BoundParameters[], randomizer: CapRandomizer) {
    this.#workspace = workspace;
    this.#trained = trained;
    this.#randomizer = randomizer;
    this.#stream = new NormalStream(workspace);
    this.#size = trained.reduce((total, { size }) => total + size, 0);
    this.#normals = workspace.allocateFloats(NormalStream.bufferSize(this.#size));
    const gaps = gapsOf(trained);
    this.#gaps = { address: workspace.allocateWords(gaps), count: gaps.length };
    this.#factors = workspace.allocateFloats(GROUP);
  }

  start(source: RandomSource): void {
    this.#source = source;
    this.#stream.start(source);
    for (const parameters of this.#trained) parameters.clearSum();
  }

  add(count: number): void {
    const factors = Float32Array.from({ length: count }, (_, example) => this.#addAcross(example));
    this.#workspace.floats(this.#factors, count).set(factors);
    for (const parameters of this.#trained) parameters.accumulate(this.#factors, count);
  }

  read(): Float32Array {
    this.#stream.wipe();
    return readSums(this.#trained);
  }

  /** Adds z's share of a report to the sum and returns the gradient's share, as a factor. */
  #addAcross(example: number): number {
    this.#drawNormals();
    const squared = this.#workspace.kernels.sumOfSquares(this.#normals, this.#size);
    const { reportLength } = this.#randomizer;
    const norm = finiteNorm(this.#trained, example, "l2");
    if (norm < SHORTEST) {
      this.#addNormals(reportLength / Math.sqrt(squared));
      return 0;
    }
    const along = this.#dot(example) / norm;
    const height = this.#randomizer.drawHeight(this.#source, norm);
    const across = Math.sqrt(((1 - height) * (1 + height)) / (squared - along ** 2));
    this.#addNormals(reportLength * across);
    return (reportLength * (height - across * along)) / norm;
  }

  /** z: fresh normals, zeros where no parameter is. */
  #drawNormals(): void {
    this.#stream.fill(this.#normals, this.#size);
    this.#workspace.kernels.clearAt(this.#normals, this.#gaps.address, this.#gaps.count);
  }

  /** <z, gradient>. */
  #dot(example: number): number {
    let total = 0;
    let vector = this.#normals;
    for (const parameters of this.#trained) {
      total += parameters.dot(example, vector);
      vector += 4 * parameters.size;
    }
    return total;
  }

  #addNormals(factor: number): void {
    let vector = this.#normals;
    for (const { sum, size } of this.#trained) {
      this.#workspace.kernels.addScaled(sum, vector, size, factor);
      vector += 4 * size;
    }
  }
}

/** Where in the layouts, one after the other, no parameter is. */
function gapsOf(trained: readonly BoundParameters[]): number[] {
  const gaps: number[] = [];
  let start = 0;
  for (const { places, size } of trained) {
    const taken = new Set(places);
    for (let i = 0; i < size; i++) if (!taken.has(i)) gaps.push(start + i);
    start += size;
  }
  return gaps;
}
