import { checkArrayLike, checkNumber } from "../../validate.js";
import type { ReportCode } from "../report-code.js";
import { checkLength } from "./check-length.js";
import { checkSomeReports, indexBelow } from "./check-reports.js";
import { MAX_COUNTED } from "./support-counts.js";

/** Sets of categories as reports. */
export interface CategorySets extends ReportCode<Uint32Array> {
  /** Throws at what is no set of categories. */
  checkSet(set: ArrayLike<number>, path?: string): void;
  /** Whether a category is in a set; both are checked. */
  has(set: ArrayLike<number>, category: number): boolean;
  /** In how many of the sets each category is. */
  countMembers(sets: ArrayLike<Uint32Array>): Float64Array;
}

/**
 * Ascending categories below `categories`, of any number or of `size`; on the wire a bit for each category,
 * the first one lowest.
 */
export function categorySets(name: string, categories: number, size?: number): CategorySets {
  const bytesPerReport = Math.ceil(categories / 8);

  const checkSet: CategorySets["checkSet"] = (set, path = `${name}: report`) => {
    if (size !== undefined) checkLength(path, set, size, "categories");
    else checkArrayLike(path, set);
    for (let index = 0, least = 0; index < set.length; index++) {
      const category = set[index]!;
      const isNext = Number.isInteger(category) && category >= least && category < categories;
      if (!isNext)
        checkNumber(`${path}[${index}]`, category, { min: least, max: categories - 1, integer: true });
      least = category + 1;
    }
  };

  return {
    bitsPerReport: categories,
    checkSet,
    has(set, category) {
      checkSet(set);
      return Array.prototype.includes.call(
        set,
        checkNumber(`${name}: category`, category, indexBelow(categories)),
      );
    },
    encode(set) {
      checkSet(set);
      const bytes = new Uint8Array(bytesPerReport);
      for (const category of set) bytes[category >>> 3]! |= 1 << (category & 7);
      return bytes;
    },
    decode(bytes) {
      checkLength(`${name}: bytes`, bytes, bytesPerReport);
      const set: number[] = [];
      for (let bit = 0; bit < 8 * bytesPerReport; bit++)
        if ((bytes[bit >>> 3]! >>> (bit & 7)) & 1) set.push(bit);
      checkSet(set);
      return Uint32Array.from(set);
    },
    countMembers(sets) {
      checkNumber(`${name}: categories of a histogram`, categories, { max: MAX_COUNTED, integer: true });
      checkSomeReports(name, sets);
      const counts = new Float64Array(categories);
      for (let index = 0; index < sets.length; index++) {
        checkSet(sets[index]!, `${name}: reports[${index}]`);
        for (const category of sets[index]!) counts[category]!++;
      }
      return counts;
    },
  };
}
