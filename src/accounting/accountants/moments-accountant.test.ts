import { describe, expect, it } from "vitest";
import type { MechanismEvent, Method } from "../../privacy/index.js";
import { guarantees } from "../guarantees.js";
import { momentsAccountantEpsilon } from "../theorems/moments-accountant.js";
import { momentsAccountant } from "./moments-accountant.js";

const TUTORIAL = { samplingRate: 256 / 60000, noiseMultiplier: 1.1, steps: 14062 };
const ADD_OR_REMOVE = { adjacency: "add-or-remove", delta: 1e-5 } as const;

function dpSgd({ samplingRate, noiseMultiplier, steps }: typeof TUTORIAL): MechanismEvent {
  const step = {
    kind: "poissonSample",
    rate: samplingRate,
    of: { kind: "gaussian", noiseMultiplier },
  } as const;
  return { kind: "repeat", times: steps, of: step };
}

function figure(event: MechanismEvent, method: Method) {
  return guarantees(event, { ...ADD_OR_REMOVE, method }).guarantees[0]!;
}

const RUNS = [TUTORIAL, { samplingRate: 0.02, noiseMultiplier: 0.8, steps: 250 }];

describe("moments-accountant", () => {
  it("prints the tutorial's 3.01 at order 8.8, proven", () => {
    const found = figure(dpSgd(TUTORIAL), "moments-accountant");
    expect(found).toMatchObject({ side: "upper", status: "proven" });
    expect(found.epsilon.upper.toFixed(2)).toBe("3.01");
    expect(found.order).toBeCloseTo(8.8, 12);
  });

  it.each(RUNS)("is the theorem's figure, no less than rdp-poisson: %o", (run) => {
    const { epsilon } = figure(dpSgd(run), "moments-accountant");
    const { epsilon: theorem } = momentsAccountantEpsilon({ ...run, delta: 1e-5 });
    expect(epsilon.estimate / theorem).toBeCloseTo(1, 9);
    expect(epsilon.upper).toBeGreaterThanOrEqual(figure(dpSgd(run), "rdp-poisson").epsilon.upper);
  });

  it.each(RUNS)("adds up sequences, and its delta undoes its epsilon: %o", (run) => {
    const half = dpSgd({ ...run, steps: run.steps / 2 });
    const other = dpSgd({ ...run, samplingRate: run.samplingRate / 2 });
    const epsilonOf = (...of: MechanismEvent[]) =>
      momentsAccountant.epsilonAtDelta({ kind: "sequence", of }, ADD_OR_REMOVE).epsilon.upper;
    expect(epsilonOf(half, half)).toBe(epsilonOf(dpSgd(run)));
    expect(epsilonOf(half, other)).toBeGreaterThan(epsilonOf(half));
    const epsilon = epsilonOf(dpSgd(run));
    const { delta } = momentsAccountant.deltaAtEpsilon(dpSgd(run), { adjacency: "add-or-remove", epsilon });
    expect(delta.upper / 1e-5).toBeCloseTo(1, 6);
  });
});

it("nothing released spends nothing", () => {
  const nothing = { kind: "sequence", of: [] } as const;
  expect(momentsAccountant.epsilonAtDelta(nothing, ADD_OR_REMOVE).epsilon.upper).toBe(0);
  const question = { adjacency: "add-or-remove", epsilon: 1 } as const;
  expect(momentsAccountant.deltaAtEpsilon(nothing, question).delta.upper).toBe(0);
});
