import { describe, expect, it } from "vitest";
import { refine } from "./refine.js";

const plan = { step: 1, relativeWidth: 1e-3, emptyClaim: 1, negligibleWidth: 0, demanded: false };

/** Passes whose width falls with the square of the step, down to a limit. */
function passesTo(limit: number): { passes: number; width: number } {
  let passes = 0;
  const { lower, upper } = refine(plan, (step) => {
    passes += 1;
    const width = limit + 0.4 * step ** 2;
    return { lower: 0.5 - width / 2, upper: 0.5 + width / 2, step, finest: false };
  });
  return { passes, width: upper - lower };
}

describe("refinement", () => {
  it("goes on to the width that was asked for", () => {
    expect(passesTo(0).width).toBeLessThan(1e-3);
  });

  it("ends where a smaller step no longer helps", () => {
    const { passes, width } = passesTo(0.05);
    expect(passes).toBeLessThan(6);
    expect(width).toBeLessThan(0.055);
  });
});
