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

/** Quickly answered. */
const ROUND = { kind: "gaussian", noiseMultiplier: 3 } as const;
/** A calibration that takes seconds. */
const noisyShuffle = (noiseMultiplier: number): MechanismEvent => ({
  kind: "repeat",
  times: 7,
  of: { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier } },
});
const SLOW_TARGET = { ...ADJACENCY, delta: 1e-5, targetEpsilon: 1 };

describe("a background accountant", () => {
  let accountant: BackgroundAccountant;
  beforeAll(async () => {
    accountant = await openBackgroundAccountant();
  });
  afterAll(() => accountant.close());

  it("answers as the functions do, questions at the same time included", { tags: ["slow"] }, async () => {
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
      "calibrate: targetEpsilon must be a finite number in [1e-12, 1e9], got 0",
    );
  });

  it("refuses as the functions do, and answers the next question", async () => {
    const refusal = await accountant.guarantees(EVENT, { ...ADJACENCY, delta: 1.5 }).catch((error) => error);
    expect(refusal).toBeInstanceOf(DpError);
    expect(refusal).toMatchObject({
      code: "OUT_OF_RANGE",
      message: expect.stringMatching(/^guarantees: delta must be .*\[1e-100, 1\), got 1\.5; choose it/),
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

  it("gives up a question by its signal, and answers those before and after it", {
    tags: ["slow"],
  }, async () => {
    const [stopped, waiting] = [new AbortController(), new AbortController()];
    const options = { ...ADJACENCY, delta: 1e-6 };
    const slow = accountant.calibrate(noisyShuffle, { ...SLOW_TARGET, signal: stopped.signal });
    const behind = accountant.guarantees(ROUND, { ...options, signal: waiting.signal });
    const last = accountant.guarantees(ROUND, options);
    waiting.abort("not needed");
    await expect(behind).rejects.toMatchObject({ code: "CANCELLED", cause: "not needed" });
    stopped.abort();
    await expect(slow).rejects.toMatchObject({
      code: "CANCELLED",
      message: expect.stringMatching(/^calibrate: given up before the answer;/),
    });
    expect(await last).toEqual(guarantees(ROUND, options));
    const late = accountant.deltas(ROUND, { ...ADJACENCY, epsilon: 1, signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ code: "CANCELLED" });
    expect(
      await accountant.deltas(ROUND, { ...ADJACENCY, epsilon: 1, signal: new AbortController().signal }),
    ).toEqual(deltas(ROUND, { ...ADJACENCY, epsilon: 1 }));
  });

  it("is closed by the signal that it was opened with", { tags: ["slow"] }, async () => {
    const stopped = new AbortController();
    const other = await openBackgroundAccountant({ signal: stopped.signal });
    const pending = other.calibrate(noisyShuffle, SLOW_TARGET);
    stopped.abort();
    await expect(pending).rejects.toMatchObject({ code: "CANCELLED" });
    const after = other.guarantees(ROUND, { ...ADJACENCY, delta: 1e-6 });
    await expect(after).rejects.toMatchObject({ code: "CANCELLED" });
    await expect(openBackgroundAccountant({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "CANCELLED",
    });
  });

  it("refuses what is no signal", async () => {
    const signal = "soon" as never;
    const refusal = { code: "BAD_INPUT", message: expect.stringContaining("signal must be an AbortSignal") };
    await expect(openBackgroundAccountant({ signal })).rejects.toMatchObject(refusal);
    const options = { ...ADJACENCY, delta: 1e-6, signal };
    await expect(accountant.guarantees(ROUND, options)).rejects.toMatchObject(refusal);
  });

  it("goes on after a calibration whose own function fails", async () => {
    const broken = () => {
      throw new Error("no such event");
    };
    await expect(accountant.calibrate(broken, SLOW_TARGET)).rejects.toThrow("no such event");
    await expect(accountant.calibrate(3 as never, SLOW_TARGET)).rejects.toThrow(
      "calibrate: eventOf must be a function, got 3",
    );
    const none = accountant.calibrate(noisyShuffle, undefined as never);
    await expect(none).rejects.toThrow("calibrate: options must be an object");
    const round = (noiseMultiplier: number) => ({ ...ROUND, noiseMultiplier });
    const { value, event } = await accountant.calibrate(round, SLOW_TARGET);
    expect(event).toEqual(round(value));
  });

  it("gives up what is pending when it is closed", { tags: ["slow"] }, async () => {
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
