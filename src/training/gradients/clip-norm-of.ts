import type { RandomizerName } from "./gradient-randomizer.js";

/** The norm to which a randomizer clips gradients. */
export function clipNormOf(kind: RandomizerName): "l1" | "l2" | "linf" {
  return kind === "linf" || kind === "l1" ? kind : "l2";
}
