import type { CapRandomizer } from "../../../mechanisms/index.js";
import type { RandomSource } from "../../../random/random-source.js";
import { NormalStream } from "../../../tensor/normal-stream.js";
import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundParameters, GradientEntries } from "../../layers/_internal/bound-layer.js";
import type { GroupContext } from "../../layers/layer-kind.js";
import { entriesOf } from "./entries-of.js";
import { finiteNorm } from "./finite-norm.js";
import type { Reports } from "./reports.js";
import { sumReader } from "./sum-reader.js";

/**
 * Shorter gradients count as zero, as those do that are not finite: below, squares leave f32's range and
 * lengths cannot be trusted.
 */
const MIN_NORM = 1e-15;

/**
 * Reports that point around a gradient or away from it: PrivUnit and the hemisphere randomizer, for many
 * entries.
 *
 * The report about a gradient along the unit vector u is length * (h u + sqrt(1 - h²) v): the height h is
 * drawn as the randomizer says, in f64, and v is the direction of z - <z, u> u for normals z. That is a
 * multiple of the gradient plus a multiple of z, so gradients are added up as clipped ones are, and z is used
 * where the cache still has it.
 *
 * Accuracy: see docs/theorems/privunit.md.
 */
export class CapReports implements Reports {
  readonly #workspace: Workspace;
  readonly #trained: readonly BoundParameters[];
  readonly #entries: readonly GradientEntries[];
  readonly #randomizer: CapRandomizer;
  readonly #stream: NormalStream;
  readonly #size: number;
  /** A row of normals for every example of a group, `normalsStride` floats from one to the next. */
  readonly #normals: number;
  readonly #normalsStride: number;
  readonly #gaps: { readonly address: number; readonly count: number };
  readonly #along: number;
  readonly #across: number;
  readonly #readSums: () => Float32Array;
  #source!: RandomSource;

  constructor(
    { workspace, group }: GroupContext,
    trained: readonly BoundParameters[],
    randomizer: CapRandomizer,
  ) {
    this.#workspace = workspace;
    this.#trained = trained;
    this.#entries = trained.map(entriesOf);
    this.#randomizer = randomizer;
    this.#stream = new NormalStream(workspace);
    this.#size = this.#entries.reduce((total, { size }) => total + size, 0);
    this.#normalsStride = NormalStream.bufferSize(this.#size);
    this.#normals = workspace.allocateFloats(group * this.#normalsStride);
    const gaps = gapsOf(this.#entries, this.#normalsStride);
    this.#gaps = { address: workspace.allocateWords(gaps), count: gaps.length };
    this.#along = workspace.allocateFloats(group);
    this.#across = workspace.allocateFloats(group);
    this.#readSums = sumReader(trained);
  }

  start(source: RandomSource): void {
    this.#source = source;
    this.#stream.start(source);
    for (const parameters of this.#trained) parameters.clearSum();
  }

  add(count: number): void {
    const along = this.#workspace.floats(this.#along, count);
    const across = this.#workspace.floats(this.#across, count);
    for (let example = 0; example < count; example++) {
      const shares = this.#draw(example);
      along[example] = shares.gradient;
      across[example] = shares.normals;
    }
    for (const parameters of this.#trained) parameters.accumulate(this.#along, count);
    this.#accumulateNormals(count);
  }

  read(): Float32Array {
    this.#stream.wipe();
    return this.#readSums();
  }

  /** Draws z and the height of a report; returns what the gradient and z are multiplied with. */
  #draw(example: number): { gradient: number; normals: number } {
    const normals = this.#normals + 4 * example * this.#normalsStride;
    const squared = this.#drawNormals(normals);
    const { reportLength } = this.#randomizer;
    const norm = finiteNorm(this.#trained, example, "l2");
    if (norm < MIN_NORM) return { gradient: 0, normals: reportLength / Math.sqrt(squared) };
    const along = this.#dot(example, normals) / norm;
    const height = this.#randomizer.drawHeight(this.#source, norm);
    const across = Math.sqrt(((1 - height) * (1 + height)) / (squared - along ** 2));
    return { gradient: (reportLength * (height - across * along)) / norm, normals: reportLength * across };
  }

  /** z: fresh normals, zeros where no parameter is. Returns its squared length. */
  #drawNormals(normals: number): number {
    const squares = this.#stream.fill(normals, this.#size);
    return squares - this.#workspace.kernels.clearAt(normals, this.#gaps.address, this.#gaps.count);
  }

  /** <z, gradient>. */
  #dot(example: number, normals: number): number {
    let total = 0;
    let vector = normals;
    for (const entries of this.#entries) {
      total += entries.dot(example, vector);
      vector += 4 * entries.size;
    }
    return total;
  }

  #accumulateNormals(count: number): void {
    let rows = this.#normals;
    for (const { sum, size } of this.#entries) {
      this.#workspace.kernels.addScaledRows(sum, rows, count, this.#normalsStride, size, this.#across);
      rows += 4 * size;
    }
  }
}

/** Where in a buffer for the layouts, one after the other, no parameter is. */
function gapsOf(entries: readonly GradientEntries[], bufferSize: number): number[] {
  const taken = new Set<number>();
  let start = 0;
  for (const { places, size } of entries) {
    for (const place of places) taken.add(start + place);
    start += size;
  }
  return Array.from({ length: bufferSize }, (_, i) => i).filter((i) => !taken.has(i));
}
