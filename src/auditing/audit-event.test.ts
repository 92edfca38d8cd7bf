import { describe, expect, it } from "vitest";
import { seededSource } from "../random/index.js";
import { audit } from "./audit.js";
import { type AuditEventOptions, auditEvent } from "./audit-event.js";
import { gameOf } from "./games/game-of.js";

const EVENT = { kind: "gaussian", noiseToClip: 2 } as const;
const ASKED = { trials: 5000, delta: 0.01, adjacency: "zero-out", claim: 0.2, seed: 7 } as const;

describe("an audit of an event on threads", () => {
  it("is that of its game with the same seed, to the last bit, for any number of threads", {
    tags: ["slow"],
  }, async () => {
    const { seed, ...options } = ASKED;
    const alone = await audit(gameOf(EVENT, ASKED), { ...options, source: seededSource(seed) });
    for (const threads of [1, 3]) expect(await auditEvent(EVENT, { ...ASKED, threads })).toEqual(alone);
    expect(alone.verdict).toBe("refuted");
  });

  it("draws anew without a seed", { tags: ["slow"] }, async () => {
    const { seed: _, ...options } = ASKED;
    const [one, other] = [await auditEvent(EVENT, options), await auditEvent(EVENT, options)];
    expect(one.tradeOff).not.toEqual(other.tradeOff);
    expect(one.trials).toBe(5000);
  });

  it("ends early with what was played", { tags: ["slow"] }, async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const report = await auditEvent(EVENT, {
      ...{ ...ASKED, trials: 50_000_000, threads: 2, signal: stop.signal },
      onProgress: ({ played }) => {
        seen.push(played);
        if (played > 20_000) stop.abort();
      },
    });
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(report.trials).toBeGreaterThan(20_000);
    expect(report.trials).toBeLessThan(50_000_000);
    expect(report.trials % 1024).toBe(0);
    expect(report.looked).toBeLessThanOrEqual(report.trials);
  });

  it("ends early in the midst of a chunk that takes long, and keeps its plays", {
    tags: ["slow", "long"],
  }, async () => {
    const slow = { kind: "shuffle", users: 300_000, of: { kind: "gaussian", noiseToClip: 1 } } as const;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 5000);
    const { seed, ...options } = { ...ASKED, trials: 1000, signal: stop.signal, claim: 5 };
    const report = await auditEvent(slow, { ...options, seed, threads: 2 });
    clearTimeout(timer);
    expect(report.trials).toBeGreaterThan(0);
    expect(report.trials).toBeLessThan(1000);
  });

  it("proves nothing where it was stopped before it began", async () => {
    const report = await auditEvent(EVENT, { ...ASKED, signal: AbortSignal.abort() });
    expect(report).toMatchObject({ trials: 0, verdict: "not refuted" });
  });

  it.each<[string, object, string]>([
    ["no threads", { threads: 0 }, "auditEvent: threads"],
    ["half a seed", { seed: 0.5 }, "auditEvent: seed"],
    ["no plays", { trials: 0 }, "audit: trials"],
  ])("refuses %s", async (_, options, parameter) => {
    await expect(auditEvent(EVENT, { ...ASKED, ...options } as AuditEventOptions)).rejects.toMatchObject({
      details: { parameter },
    });
  });

  it("plays among others who hold what is given, on threads too", { tags: ["slow"] }, async () => {
    const event = { kind: "shuffle", users: 3, of: EVENT } as const;
    const [asked, cohort] = [{ ...ASKED, adjacency: "zero-out" } as const, [-1, 0.5]];
    const { seed, ...options } = asked;
    const alone = await audit(gameOf(event, { ...asked, cohort }), {
      ...options,
      source: seededSource(seed),
    });
    expect(await auditEvent(event, { ...asked, cohort, threads: 2 })).toEqual(alone);
    expect(await auditEvent(event, asked)).not.toEqual(alone);
  });

  it("refuses an event without a game", async () => {
    const event = { kind: "poissonSample", rate: 0.5, of: { kind: "local", epsilon: 1 } } as const;
    await expect(auditEvent(event, ASKED)).rejects.toMatchObject({ code: "NOT_APPLICABLE" });
  });
});
