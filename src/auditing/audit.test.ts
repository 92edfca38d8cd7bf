import { describe, expect, it } from "vitest";
import { DpError } from "../errors.js";
import { describeGuarantee } from "../privacy/index.js";
import { sampleBernoulli, seededSource } from "../random/index.js";
import { audit } from "./audit.js";
import type { AuditOptions } from "./audit-options.js";
import { rankBound } from "./estimators/rank-bound.js";
import type { Game } from "./game.js";

const EPSILON = Math.log(3);

/** Randomized response that tells the truth with probability 3/4. */
const response: Game = {
  trial: (secret, source) => Number(sampleBernoulli(source, secret ? 0.75 : 0.25)),
};

const ASKED: AuditOptions = {
  trials: 20_000,
  confidence: 0.99,
  delta: 1e-5,
  adjacency: "replace-one",
  source: seededSource(7),
};

async function refusalOf(game: unknown, options: object): Promise<DpError> {
  try {
    await audit(game as Game, { ...ASKED, ...options });
  } catch (error) {
    if (error instanceof DpError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("an audit", () => {
  it("refutes a claim that is too small, and not the true one", async () => {
    expect((await audit(response, { ...ASKED, claim: 0.9 * EPSILON })).verdict).toBe("refuted");
    const { verdict, guarantee } = await audit(response, { ...ASKED, claim: EPSILON });
    expect(verdict).toBe("not refuted");
    expect(guarantee.epsilon.lower).toBeGreaterThan(0.9 * EPSILON);
    expect(guarantee.epsilon.lower).toBeLessThan(EPSILON);
  });

  it("says what its figure is worth", async () => {
    const { guarantee, others } = await audit(response, ASKED);
    expect(guarantee).toMatchObject({
      side: "lower",
      status: "proven",
      method: "audit",
      adjacency: "replace-one",
      delta: 1e-5,
      confidence: 0.99,
      assumptions: ["independent-plays"],
    });
    expect(describeGuarantee(guarantee)).toMatch(
      /^Proven: at 99 % confidence epsilon >= 1\.0\d+ at delta = 1e-5, replace-one \(audit; /,
    );
    expect(others.map(({ status, assumptions }) => [status, assumptions])).toEqual([
      ["conditional", ["independent-plays", "gaussian-trade-off"]],
    ]);
  });

  it("gives a Gaussian fit that is false where the form is not Gaussian, and none at delta 0", async () => {
    const { others } = await audit(response, ASKED);
    expect(others[0]!.epsilon.lower).toBeGreaterThan(3 * EPSILON);
    expect((await audit(response, { ...ASKED, delta: 0 })).others).toEqual([]);
  });

  it("gives the same report with the same seed, whether or not it has to wait for scores", async () => {
    const slow: Game = { trial: async (secret, source) => response.trial(secret, source) };
    const report = await audit(response, { ...ASKED, trials: 3000 });
    expect(await audit(slow, { ...ASKED, trials: 3000 })).toEqual(report);
    const other = await audit(response, { ...ASKED, trials: 3000, source: seededSource(8) });
    expect(other.guarantee).not.toEqual(report.guarantee);
  });

  it("does not draw secrets from what the system draws from", async () => {
    const word = new Uint32Array(1);
    let play = 0;
    const peeking: Game = {
      trial: (_, source) => {
        if (play % 32 === 0) source.fill(word);
        return (word[0]! >>> (play++ % 32)) & 1;
      },
    };
    expect((await audit(peeking, { ...ASKED, delta: 0 })).guarantee.epsilon.lower).toBe(0);
  });

  it("keeps half of the error for looks before the last", async () => {
    const drawn: { secret: boolean; score: number }[] = [];
    const recorded: Game = {
      trial: (secret, source) => {
        drawn.push({ secret, score: response.trial(secret, source) as number });
        return drawn.at(-1)!.score;
      },
    };
    const { guarantee } = await audit(recorded, ASKED);
    const of = (wanted: boolean): Float64Array =>
      Float64Array.from(drawn.filter(({ secret }) => secret === wanted).map(({ score }) => score));
    const bound = rankBound({ absent: of(false), present: of(true) }, { delta: 1e-5, confidence: 0.995 });
    expect(guarantee.epsilon.lower).toBeCloseTo(bound.epsilon, 9);
  });

  it("ends early with what is proven so far, by the looks of its schedule", async () => {
    const stop = new AbortController();
    let played = 0;
    const game: Game = {
      trial: async (secret, source) => {
        if (++played === 9000) stop.abort();
        return response.trial(secret, source);
      },
    };
    const report = await audit(game, { ...ASKED, claim: 0.5, signal: stop.signal });
    expect(report).toMatchObject({ verdict: "refuted", trials: 8999, looked: Math.ceil(20_000 / 2 ** 1.5) });
    const whole = await audit(response, ASKED);
    expect(whole).toMatchObject({ trials: 20_000, looked: 20_000 });
    expect(whole.guarantee.epsilon.lower).toBeGreaterThan(report.guarantee.epsilon.lower);
  });

  it("hears a signal although the game never waits for anything outside", async () => {
    for (const isAsync of [true, false]) {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), 100);
      let played = 0;
      const busy = (): number => {
        const until = performance.now() + 5;
        while (performance.now() < until);
        if (++played === 2000) stop.abort(); // it would go on for long
        return 0;
      };
      const game: Game = { trial: () => (isAsync ? Promise.resolve(busy()) : busy()) };
      const { trials } = await audit(game, { ...ASKED, trials: 10_000, signal: stop.signal });
      clearTimeout(timer);
      expect(trials).toBe(played);
      expect(trials).toBeLessThan(2000);
    }
  });

  it("tells where scores seem to point the other way, and claims nothing by it", async () => {
    const reversed: Game = { trial: (secret, source) => -response.trial(secret, source) };
    const seen = await audit(reversed, { ...ASKED, trials: 2000 });
    expect(seen.scoresSeemReversed).toBe(true);
    expect(seen.guarantee.epsilon.lower).toBe(0);
    expect(seen.verdict).toBe("not refuted");
    const blind: Game = { trial: (_, source) => Number(sampleBernoulli(source, 0.5)) };
    expect((await audit(blind, { ...ASKED, trials: 2000 })).scoresSeemReversed).toBe(false);
    expect((await audit(response, { ...ASKED, trials: 2000 })).scoresSeemReversed).toBe(false);
    const none = await audit(reversed, { ...ASKED, signal: AbortSignal.abort() });
    expect(none.scoresSeemReversed).toBe(false);
  });

  it("proves nothing by nothing", async () => {
    const report = await audit(response, { ...ASKED, signal: AbortSignal.abort(), claim: 0 });
    expect(report).toMatchObject({ verdict: "not refuted", trials: 0, looked: 0, tradeOff: [] });
    expect(report.guarantee.epsilon).toEqual({ lower: 0, estimate: 0, upper: Infinity });
    expect((await audit(response, { ...ASKED, trials: 1 })).guarantee.epsilon.lower).toBe(0);
  });

  it("needs more to be surer, up to a confidence that is hardly told from 1", async () => {
    const bounds = [];
    for (const confidence of [0.5, 0.99, 1 - 1e-9, 1 - 2 ** -53]) {
      const { guarantee, trials } = await audit(response, { ...ASKED, trials: 3000, confidence });
      expect(trials).toBe(3000);
      bounds.push(guarantee.epsilon.lower);
    }
    expect(bounds).toEqual([...bounds].sort((one, other) => other - one));
    expect(bounds.at(-1)).toBeGreaterThan(0.5);
    expect(new Set(bounds).size).toBe(4);
  });

  it("tells how far it is", { tags: ["slow"] }, async () => {
    const seen: number[] = [];
    const slow: Game = {
      trial: (secret, source) => {
        const until = performance.now() + 0.1;
        while (performance.now() < until);
        return response.trial(secret, source);
      },
    };
    await audit(slow, { ...ASKED, trials: 5000, onProgress: ({ played }) => seen.push(played) });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
  });

  it.each<[string, object, string]>([
    ["no plays", { trials: 0 }, "audit: trials"],
    ["NaN plays", { trials: Number.NaN }, "audit: trials"],
    ["certainty", { confidence: 1 }, "audit: confidence"],
    ["delta 1", { delta: 1 }, "audit: delta"],
    ["no adjacency", { adjacency: undefined }, "audit: adjacency"],
    ["a negative claim", { claim: -1 }, "audit: claim"],
    ["a seed for a source", { source: 7 }, "audit: source"],
    ["progress that is no function", { onProgress: 1 }, "audit: onProgress"],
  ])("refuses %s", async (_, options, parameter) => {
    expect((await refusalOf(response, options)).details.parameter).toBe(parameter);
  });

  it("refuses a game that is none, and scores that are none", async () => {
    expect((await refusalOf({}, {})).details.parameter).toBe("audit: game.trial");
    for (const score of [Number.NaN, undefined, "1"]) {
      const { code, message } = await refusalOf({ trial: () => score }, {});
      expect(code).toBe("BAD_INPUT");
      expect(message).toContain("the game's score must be a number");
    }
  });

  it("throws on what the game throws", async () => {
    const broken = {
      trial: () => {
        throw new RangeError("broken");
      },
    };
    await expect(audit(broken, ASKED)).rejects.toThrow(new RangeError("broken"));
  });
});
