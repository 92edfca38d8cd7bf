import { DOMAIN } from "../../validate.js";
import type { EventField } from "./event-kind.js";

/** What a user sends who does not check in: nothing, or a report of pure noise in place of each of hers. */
export type Absentees = "silent" | "dummy";

/**
 * Who decides on the blocks of a user's vector: one coin or sample for all of a round's, or each block by
 * itself.
 */
export type Joins = "once" | "per-block";

/** Who adds the dummies. */
export type DummiesBy = "shuffler" | "users";

/** What shuffled rounds of every kind may have besides; a field that is left out says the default. */
export interface BlocksAndDummies {
  /**
   * Blocks that a vector with Gaussian noise is rotated and cut into, each clipped to C / √m, with the
   * vector's noise on its entries, and shuffled by itself; 1 where left out (m): an integer in [1, 1e6].
   */
  readonly blocks?: number;
  /**
   * Whether one coin or sample decides on all blocks of a user, or one for each block; "once" where left out,
   * of no effect where all users report: "once" or "per-block".
   */
  readonly joins?: Joins;
  /**
   * Reports of pure noise that are shuffled in, for each block and round; 0 where left out (D): an integer in
   * [0, 1e12].
   */
  readonly dummies?: number;
  /** Who adds the dummies; "shuffler" where left out: "shuffler" or "users". */
  readonly dummiesBy?: DummiesBy;
}

/** The fields of {@link BlocksAndDummies}. */
export const BLOCKS_AND_DUMMIES: Readonly<Record<keyof BlocksAndDummies, EventField>> = {
  blocks: {
    meaning:
      "blocks that a vector with Gaussian noise is rotated and cut into, each clipped to C / √m, with the vector's noise on its entries, and shuffled by itself; 1 where left out",
    symbol: "m",
    type: DOMAIN.blocks,
    unit: "blocks",
    optional: true,
    byDefault: 1,
  },
  joins: {
    meaning:
      'whether one coin or sample decides on all blocks of a user, or one for each block; "once" where left out, of no effect where all users report',
    type: ["once", "per-block"] satisfies Joins[],
    optional: true,
    byDefault: "once",
  },
  dummies: {
    meaning: "reports of pure noise that are shuffled in, for each block and round; 0 where left out",
    symbol: "D",
    type: { ...DOMAIN.count, min: 0 },
    unit: "reports",
    optional: true,
    byDefault: 0,
  },
  dummiesBy: {
    meaning: 'who adds the dummies; "shuffler" where left out',
    type: ["shuffler", "users"] satisfies DummiesBy[],
    optional: true,
    byDefault: "shuffler",
  },
};
