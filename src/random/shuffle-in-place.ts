import { checkArrayLike } from "../validate.js";
import { drawInteger } from "./_internal/draw.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";

/**
 * Permutes an array uniformly: each of its n! orders is equally likely (Fisher-Yates).
 *
 * @param source where the bits come from
 * @param items  an array or a typed array; it is changed
 * @throws DpError BAD_INPUT source is none, or items no array
 * @example
 * const reports = ["a", "b", "c"];
 * shuffleInPlace(secureSource(), reports);
 * reports.sort(); // ["a", "b", "c"]
 */
export function shuffleInPlace<Item>(
  source: RandomSource,
  items: { readonly length: number; [index: number]: Item },
): void {
  checkSource("shuffleInPlace: source", source);
  checkArrayLike("shuffleInPlace: items", items);
  for (let last = items.length - 1; last > 0; last--) {
    const chosen = drawInteger(source, last + 1);
    const item = items[last]!;
    items[last] = items[chosen]!;
    items[chosen] = item;
  }
}
