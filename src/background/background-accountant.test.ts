import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calibrate, deltas, guarantees, renyiDivergences } from "../accounting/index.js";
import { DpError } from "../errors.js";
import type { MechanismEvent } from "../privacy/index.js";
import { type BackgroundAccountant, openBackgroundAccountant } from "./index.js";

const EVENT: MechanismEvent = {
  kind: "repeat",
  times: 3,
  of: { kind: "shuffle", users: 1000, of: { kind: "randomizedResponse", epsilon: 1.5, categories: 3 } },
};
const ADJACENCY = { adjacency: "replace-one" } as const;

describe("a background accountant", () => {
  let accountant: BackgroundAccountant;
  beforeAll(async () => {
    accountant = await openBackgroundAccountant();
  });
  afterAll(() => accountant.close());

  it("answers as the functions do, questions at the same time included", async () => {
    const options = { ...ADJACENCY, delta: 1e-6 };
    const [first, second, third] = await Promise.all([
      accountant.guarantees(EVENT, options),
      accountant.deltas(EVENT, { ...ADJACENCY, epsilon: 0.2, quick: true }),
      accountant.renyiDivergences(EVENT, { ...ADJACENCY, orders: [2, 7] }),
    ]);
    expect(first).toEqual(guarantees(EVENT, options));
    expect(second).toEqual(deltas(EVENT, { ...ADJACENCY, epsilon: 0.2, quick: true }));
    expect(third).toEqual(renyiDivergences(EVENT, { ...ADJACENCY, orders: [2, 7] }));
  });

  it("calibrates by a function of the caller's", async () => {
    const eventOf = (noiseMultiplier: number) =>
      ({ kind: "repeat", times: 10, of: { kind: "gaussian", noiseMultiplier } }) as const;
    const target = { ...ADJACENCY, delta: 1e-5, targetEpsilon: 2 };
    expect(await accountant.calibrate(eventOf, target)).toEqual(calibrate(eventOf, target));
    await expect(accountant.calibrate(eventOf, { ...target, targetEpsilon: 0 })).rejects.toThrow(
      "calibrate: targetEpsilon must be a finite number > 0, got 0",
    );
  });

  it("refuses as the functions do, and answers the next question", async () => {
    const refusal = await accountant.guarantees(EVENT, { ...ADJACENCY, delta: 1.5 }).catch((error) => error);
    expect(refusal).toBeInstanceOf(DpError);
    expect(refusal).toMatchObject({
      code: "OUT_OF_RANGE",
      message: expect.stringMatching(/^guarantees: delta must be .*\(0, 1\), got 1\.5; choose it/),
      details: { parameter: "guarantees: delta", value: 1.5 },
    });
    const { guarantees: figures } = await accountant.guarantees(EVENT, { ...ADJACENCY, delta: 0.1 });
    expect(figures).not.toEqual([]);
  });

  it("refuses what cannot go to another thread, and no options at all", async () => {
    const options = { ...ADJACENCY, delta: 1e-5, onMethod: () => {} };
    await expect(accountant.guarantees(EVENT, options)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringMatching(/^guarantees: event and options must be plain data, got/),
    });
    await expect(accountant.deltas(EVENT, undefined as never)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("gives up what is pending when it is closed", async () => {
    const other = await openBackgroundAccountant();
    const pending = expect(other.guarantees(EVENT, { ...ADJACENCY, delta: 1e-6 })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    await other.close();
    await pending;
    await expect(other.deltas(EVENT, { ...ADJACENCY, epsilon: 1 })).rejects.toMatchObject({
      code: "CANCELLED",
    });
  });
});
