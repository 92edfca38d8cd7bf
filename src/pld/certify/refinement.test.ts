import { describe, expect, it } from "vitest";
import { Refinement } from "./refinement.js";

const goal = { relativeWidth: 1e-3, vacuousUpper: 1, negligibleWidth: 0, mustConverge: false };

/** Passes whose width falls with the square of the step, down to a limit. */
function passesTo(limit: number): { passes: number; width: number } {
  let passes = 0;
  const refinement = new Refinement(goal, 1);
  while (!refinement.isDone) {
    passes += 1;
    const { step } = refinement;
    const width = limit + 0.4 * step ** 2;
    refinement.add({ lower: 0.5 - width / 2, upper: 0.5 + width / 2, step, isFinest: false });
  }
  const { lower, upper } = refinement.bracket();
  return { passes, width: upper - lower };
}

describe("refinement", () => {
  it("goes on to the requested width", () => {
    expect(passesTo(0).width).toBeLessThan(1e-3);
  });

  it("ends where a smaller step no longer helps", () => {
    const { passes, width } = passesTo(0.05);
    expect(passes).toBeLessThan(6);
    expect(width).toBeLessThan(0.055);
  });
});
