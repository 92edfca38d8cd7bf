import { describe, expect, it } from "vitest";
import { gaussian, poissonSample, repeat } from "../../../src/privacy/index.js";
import { plotRounds } from "./plot-rounds.js";

const step = poissonSample({ rate: 0.01, of: gaussian({ noiseToClip: 2 }) });
const event = repeat({ times: 20, of: step });
const query = { delta: 1e-5, method: "rdp-poisson" } as const;

describe("plotRounds", () => {
  it("draws the figures of every adjacency, and names it", () => {
    const { series, yTitle } = plotRounds(event, { ...query, adjacencies: ["replace-one", "add-or-remove"] });
    expect(series.map(({ name }) => name)).toEqual([
      "replace-one: rdp-poisson (proven)",
      "add-or-remove: rdp-poisson (proven)",
    ]);
    const [replaced, added] = series.map(({ points }) => points.at(-1)!);
    expect([replaced!.x, added!.x]).toEqual([20, 20]);
    expect(replaced!.y).toBeGreaterThan(1.5 * added!.y);
    expect(yTitle).toBe("epsilon at delta = 1e-5");
  });

  it("names a single adjacency at the axis", () => {
    const { series, yTitle } = plotRounds(event, { ...query, adjacencies: ["add-or-remove"] });
    expect(series.map(({ name }) => name)).toEqual(["rdp-poisson (proven)"]);
    expect(yTitle).toBe("epsilon at delta = 1e-5, add-or-remove");
  });
});
