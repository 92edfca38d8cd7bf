import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../privacy/index.js";
import { calibrate } from "./calibrate.js";
import { deltas } from "./deltas.js";
import { guarantees } from "./guarantees.js";
import { composePld } from "./pld.js";
import { renyiDivergences } from "./renyi-divergences.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });

describe("callers without types", () => {
  const event = gaussian(1);
  const query = { adjacency: "zero-out", delta: 1e-5, epsilon: 1, orders: [2], targetEpsilon: 1 } as const;
  const absent = undefined as never;

  it.each<[string, () => unknown]>([
    ["guarantees: options", () => guarantees(event, absent)],
    ["guarantees: options", () => guarantees(event, null as never)],
    ["event", () => guarantees(absent, query)],
    ["deltas: options", () => deltas(event, absent)],
    ["rdp: options", () => renyiDivergences(event, absent)],
    ["rdp: orders", () => renyiDivergences(event, { adjacency: "zero-out" } as never)],
    ["rdp: orders", () => renyiDivergences(event, { ...query, orders: "22" as never })],
    ["calibrate: eventOf", () => calibrate(absent, query)],
    ["calibrate: options", () => calibrate(gaussian, absent)],
    ["calibrate: parameter", () => calibrate(gaussian, { ...query, parameter: "foo" as never })],
    ["event", () => calibrate(() => absent, query)],
    ["composePld: parts", () => composePld(absent)],
    ["composePld: parts[0]", () => composePld([{} as never])],
  ])("hear what is wrong with %s", (parameter, call) => {
    expect(call).toThrow(
      expect.objectContaining({ code: "BAD_INPUT", details: expect.objectContaining({ parameter }) }),
    );
  });

  it("hear of holes in arrays, which loops pass over", () => {
    const holes = new Array<number>(3);
    expect(() => renyiDivergences(event, { ...query, orders: holes })).toThrow(
      expect.objectContaining({
        code: "OUT_OF_RANGE",
        details: expect.objectContaining({ parameter: "rdp: order" }),
      }),
    );
    expect(() => composePld(new Array(1))).toThrow("composePld: parts[0]");
  });
});
