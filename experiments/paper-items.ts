import { GDD21_ITEMS } from "./gdd21/items.js";
import type { Paper } from "./listed-experiment.js";
import { LT22_ITEMS } from "./lt22/items.js";
import { LT23_ITEMS } from "./lt23/items.js";
import type { PaperItem } from "./paper-item.js";
import { YJX25_ITEMS } from "./yjx25/items.js";

/** Every table's row, figure's panel, theorem and numbered claim of the four papers. */
export const PAPER_ITEMS: Readonly<Record<Paper, readonly PaperItem[]>> = {
  GDD21: GDD21_ITEMS,
  LT22: LT22_ITEMS,
  LT23: LT23_ITEMS,
  YJX25: YJX25_ITEMS,
};
