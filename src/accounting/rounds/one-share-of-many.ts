import type { CountBand } from "./check-in-bands.js";
import { joinedBands } from "./joined-bands.js";

/**
 * The bands, but those of at least `many` reports with the largest share of the users only: for methods to
 * which each share costs as much again.
 */
export function oneShareOfMany(bands: readonly CountBand[], many: number): readonly CountBand[] {
  const few = bands.filter(({ reports }) => reports < many);
  const others = bands.filter(({ reports }) => reports >= many);
  return [...few, ...joinedBands(others, (reports) => reports)];
}
