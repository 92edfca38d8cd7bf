import type { DummiesBy, Joins } from "../../privacy/kinds/blocks-and-dummies.js";

/** Who may add dummies. */
export const DUMMIES_BY: readonly DummiesBy[] = ["shuffler", "users"];

/** What a coin or a sample may decide on: all blocks of a user, or one. */
export const JOINS: readonly Joins[] = ["once", "per-block"];

/** Dummies among the reports of a shuffled round. */
export interface DummyOptions {
  /** D, reports of pure noise that are shuffled in, for each block and round; default 0. */
  readonly dummies?: number | undefined;
  /** Who adds them; default the shuffler. */
  readonly dummiesBy?: DummiesBy | undefined;
}

/** Vectors as rotated blocks, each shuffled by itself, and dummies among them. */
export interface BlockOptions extends DummyOptions {
  /** m, blocks that a gradient is rotated and cut into, a power of two; default 1: gradients as they are. */
  readonly blocks?: number | undefined;
  /** Whether one coin or sample decides for all blocks of a user, or one for each; default once. */
  readonly joins?: Joins | undefined;
  /** Of the public rotation, the same for all rounds, an integer in [0, 2^53); default 0. */
  readonly rotationSeed?: number | undefined;
  /**
   * c, columns of the matrix that a gradient is, for a model whose gradients are outer products, see
   * `rotateAndCut`; default 1. `train` takes `rotationColumnsOf(model, blocks)`, and so has to whoever adds
   * to its rounds.
   */
  readonly rotationColumns?: number | undefined;
}
