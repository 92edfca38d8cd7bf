import type { Experiment } from "./experiment.js";

/** The papers, oldest first. */
export const PAPERS = ["GDD21", "LT22", "LT23", "YJX25"] as const;
export type Paper = (typeof PAPERS)[number];

/** An experiment that is not loaded yet. */
export interface ListedExperiment {
  /** Of the command's argument and of the files: the paper and the item. */
  readonly name: string;
  readonly paper: Paper;
  /** Its table, figure or place, as the paper numbers it. */
  readonly item: string;
  /** What the paper shows there. */
  readonly what: string;
  /** What runs here: sizes, data, what the paper leaves open. */
  readonly here: string;
  /** Whether it takes a folder of data and one of a checkpoint, which do not come with croupier. */
  readonly takesData?: true;
  readonly load: () => Promise<Experiment>;
}

/** What the paper shows, and where. */
export function titleOf({ what, paper, item }: Pick<ListedExperiment, "what" | "paper" | "item">): string {
  return item.startsWith("beside ")
    ? `${what} (beside ${paper}, ${item.slice(7)})`
    : `${what} (${paper}, ${item})`;
}
