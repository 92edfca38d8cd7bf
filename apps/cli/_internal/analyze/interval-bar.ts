import type { Estimate } from "../../../../src/analytics/index.js";

/** Signs of a whole bar. */
const LENGTH = 32;

/** An estimate and its interval on a scale, e.g. `    ├──●──┤`. */
export function intervalBar(
  { estimate, lower, upper }: Estimate,
  scale: { readonly lower: number; readonly upper: number },
): string {
  const place = (value: number): number => {
    const share = (value - scale.lower) / (scale.upper - scale.lower);
    return Math.round(Math.max(0, Math.min(1, share)) * (LENGTH - 1));
  };
  const signs = Array<string>(LENGTH)
    .fill(" ")
    .fill("─", place(lower), place(upper) + 1);
  signs[place(lower)] = "├";
  signs[place(upper)] = "┤";
  signs[place(estimate)] = "●";
  return signs.join("").trimEnd();
}
