import type { FigureData } from "../../experiments/experiment.js";

export type { FigureData } from "../../experiments/experiment.js";

/** A figure of `docs/figures/`. */
export interface Figure {
  /** Of its files. */
  readonly name: string;
  readonly compute: () => FigureData | Promise<FigureData>;
}
