import type { WasmModule } from "../../../tensor/_internal/web-assembly.js";
import type { Examples } from "../../data/examples.js";
import type { ClippingMode } from "../../layers/clipping-mode.js";
import type { Model } from "../../models/model.js";
import type { ClipRule } from "../clip-rule.js";
import type { Evaluation } from "../evaluation.js";
import type { GradientRandomizer } from "../gradient-randomizer.js";

/** What a gradient worker gets when it starts. */
export interface GradientSetup {
  readonly module: WasmModule;
  readonly model: Model;
  /** The weights of the model's frozen layers. */
  readonly frozen: Float32Array;
  readonly clippingMode?: ClippingMode | undefined;
  readonly train: Examples;
  readonly test: Examples;
}

/**
 * Work on some examples, done in chunks: the sum of clipped gradients or of reports on training examples, or
 * an evaluation.
 */
export interface GradientTask {
  readonly weights: Float32Array;
  readonly indices: Uint32Array;
  readonly work: ClippedWork | ReportWork | "evaluate";
}

export interface ClippedWork {
  readonly clip: ClipRule;
  /** Where the chunks start, by `chunkStarts`. */
  readonly starts: Uint32Array;
  /** A row of blocks for each index: 1 for each block that is in the sum; all are, where it is left out. */
  readonly joins?: Uint8Array | undefined;
}

export interface ReportWork {
  readonly randomizer: GradientRandomizer;
  /** 8 words in shared memory, for this task alone: chunk i draws from fork i of their source. */
  readonly key: Uint32Array;
  readonly secure: boolean;
}

/** A chunk's share of a sum, as the kernels have it. */
export interface ChunkSum {
  readonly sum: Float32Array;
  readonly lossSum: number;
}

export type GradientPart = ChunkSum | Evaluation;

/**
 * The most examples in a part of the work. Sums are rounded per chunk, so this number is part of what the
 * answer's last bits are, and sumClip counts on it.
 */
export const CHUNK = 64;
