import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../../privacy/index.js";
import { deltas } from "../../deltas.js";
import type { Report } from "../round.js";
import { sizesOf } from "../stand-in.js";
import { REPORT_ROWS } from "./registry.js";

/** A report of each kind, with every size that it may have; one that is missing here does not compile. */
const REPORTS: { readonly [Kind in Report["kind"]]: MechanismEvent } = {
  gaussian: { kind: "gaussian", noiseMultiplier: 1.5 },
  local: { kind: "local", epsilon: 1, delta: 0.01 },
  randomizedResponse: { kind: "randomizedResponse", epsilon: 1, categories: 3 },
  subsetResponse: { kind: "subsetResponse", epsilon: 1, mass: 0.3, overlap: 0.05 },
  discreteChannel: {
    kind: "discreteChannel",
    matrix: [
      [0.6, 0.4],
      [0.3, 0.7],
    ],
  },
  laplaceScalar: { kind: "laplaceScalar", noiseToWidth: 1.5 },
  gaussianScalar: { kind: "gaussianScalar", noiseToWidth: 1.5 },
  answers: {
    kind: "answers",
    of: [
      { kind: "randomizedResponse", epsilon: 0.5, categories: 3 },
      { kind: "subsetResponse", epsilon: 0.4, mass: 0.5, overlap: 0.25 },
    ],
  },
  dummyCounts: { kind: "dummyCounts", categories: 3, laplaceScale: 2, centre: 12, epsilon: 3 },
};

const EPSILONS = [0, 0.1, 0.4, 0.9, 1.5, 4];

function deltasOf(event: MechanismEvent): number[] {
  return EPSILONS.map((epsilon) => {
    const { guarantees } = deltas(event, { adjacency: "replace-one", epsilon });
    return guarantees.find(({ side, status }) => side === "upper" && status === "proven")!.delta.upper;
  });
}

/** The same report with more of one size. */
function withMore(event: MechanismEvent, name: string): MechanismEvent {
  const size = (event as unknown as Readonly<Record<string, number>>)[name]!;
  return { ...event, [name]: 1.4 * size } as MechanismEvent;
}

/** Whether more of a size spends no less at any epsilon, and whether it spends no more. */
function changesOf(
  event: MechanismEvent,
  name: string,
): { readonly rises: boolean; readonly falls: boolean } {
  const before = deltasOf(event);
  const after = deltasOf(withMore(event, name));
  return {
    rises: after.every((delta, i) => delta >= before[i]! * (1 - 1e-9)),
    falls: after.every((delta, i) => delta <= before[i]! * (1 + 1e-9)),
  };
}

describe("more of a size spends at every epsilon what its bearing says", () => {
  const sizes = Object.entries(REPORTS).flatMap(([kind, event]) =>
    sizesOf(REPORT_ROWS[kind as Report["kind"]].bearings)
      .filter(([name]) => name in event)
      .map(([name, bearing]) => [kind, name, bearing, event] as const),
  );

  it.each(sizes)("%s: %s spends %s", (_, name, bearing, event) => {
    const { rises, falls } = changesOf(event, name);
    expect({ more: rises, less: falls }[bearing as "more" | "less"]).toBe(true);
  });

  it("are found for noise and for epsilon", () => {
    expect(sizes.length).toBeGreaterThan(5);
  });

  it("would be found out of a scale at which numbers of dummies are no longer hidden", () => {
    const { rises, falls } = changesOf(
      { ...REPORTS.dummyCounts, epsilon: undefined } as never,
      "laplaceScale",
    );
    expect({ rises, falls }).toEqual({ rises: false, falls: false });
  });
});
