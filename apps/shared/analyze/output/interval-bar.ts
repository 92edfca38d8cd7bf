import type { Estimate } from "../../../../src/analytics/index.js";
import type { Possible } from "./round-to-error.js";

/** An estimate and its interval on a scale, e.g. `    ├──●──┤`, `length` signs at most. */
export function intervalBar({ estimate, lower, upper }: Estimate, scale: Possible, length: number): string {
  const place = (value: number): number => {
    const share = (value - scale.lower) / (scale.upper - scale.lower);
    return Math.round(Math.max(0, Math.min(1, share)) * (length - 1));
  };
  const signs = Array<string>(length)
    .fill(" ")
    .fill("─", place(lower), place(upper) + 1);
  signs[place(lower)] = "├";
  signs[place(upper)] = "┤";
  signs[place(estimate)] = "●";
  return signs.join("").trimEnd();
}
