import { describe, expect, it } from "vitest";
import { privacyStatement } from "./privacy-statement.js";
import { resultFacts } from "./result-facts.js";
import { sampleHeading } from "./sample-text.js";
import { tokenWord } from "./token-word.js";
import { trainCharts } from "./train-charts.js";
import type { TrainSummary } from "./train-summary.js";

const SUMMARY = {
  config: { protocol: "central", model: "byte-gpt", adjacency: "replace-one" },
  event: null,
  seeded: false,
  guarantees: [{ side: "upper", status: "proven" }],
  notApplicable: [],
  unit: "a mail",
  accuracy: 0.25,
  loss: 2,
  scores: {},
} as unknown as TrainSummary;
const SAMPLE = { prompt: "a", text: "b", temperature: 0 };
const statementOf = (more: object) => privacyStatement({ ...SUMMARY, ...more });

describe("what is said about a run's privacy", () => {
  it("names the record, what the first weights came from, and that nothing covers the test records", () => {
    expect(statementOf({}).warning).toBeUndefined();
    expect(statementOf({}).scope).toEqual([
      "The figures protect against whoever sees the models, after every round if they like.",
      "No figure covers the test records: results are measured on them as they are.",
      "One record is a mail; whoever has several of them in the data is protected less, by as many at once.",
    ]);
    const { scope } = statementOf({ init: "public.safetensors", sample: SAMPLE });
    expect(scope[1]).toMatch(/as they are, and the sample begins with words of theirs\.$/);
    expect(scope[3]).toBe(
      "The run began with the weights of public.safetensors: no figure covers what those were trained on.",
    );
  });

  it("states Gaussian noise in clip bounds, as account does", () => {
    const noisy = { kind: "gaussian", noiseToClip: 1.4 };
    const noise = (event: object, adjacency = "replace-one") =>
      statementOf({ event, config: { ...SUMMARY.config, adjacency } }).scope[1];
    expect(noise({ kind: "repeat", times: 9, of: { kind: "poissonSample", rate: 0.1, of: noisy } })).toBe(
      "Noise: standard deviation 1.4 C under replace-one (0.7 x its sensitivity 2C). C is the l2 norm to which each record's vector is clipped.",
    );
    expect(noise({ kind: "gaussian", noiseMultiplier: 1.4 }, "zero-out")).toMatch(
      /deviation 1\.4 C under zero-out \(1\.4 x its sensitivity C\)/,
    );
    expect(noise({ kind: "shuffle", users: 9, of: { kind: "local", epsilon: 1 } })).toMatch(
      /^No figure covers/,
    );
  });

  it("says what blocks and dummies are, and on whom they depend", () => {
    const event = { kind: "shuffle", users: 9, of: { kind: "local", epsilon: 1 } };
    const of = (config: object) =>
      statementOf({ event, config: { ...SUMMARY.config, protocol: "check-in", ...config } }).scope.slice(
        1,
        -2,
      );
    expect(of({})).toEqual([]);
    expect(of({ blocks: 1, dummies: 0, absentees: "silent" })).toEqual([]);
    expect(of({ blocks: 16, dummies: 5000 })).toEqual([
      "A user sends 16 blocks of her vector after a public rotation, each clipped to C / √16 and shuffled by itself; nobody may be able to link them.",
      "Among the reports are 5,000 dummies a round and block, reports of pure noise, which the shuffler adds: the figures depend on it for them.",
    ]);
    expect(of({ dummies: 2, dummiesBy: "users" })).toEqual([
      "Among the reports are 2 dummies a round, reports of pure noise, which users add: those of users who work with the analyzer hide nothing.",
    ]);
    expect(of({ absentees: "dummy" })[0]).toMatch(
      /^Users who do not join a round send reports of pure noise/,
    );
    expect(of({ protocol: "cldp", sampled: 4, dummies: 2 })[0]).toMatch(/^Among the reports are 2 dummies/);
    expect(of({ protocol: "central", samplingRate: 0.1 })).toEqual([]);
  });

  it("says of windows that they move together", () => {
    expect(statementOf({ task: "text" }).scope).toHaveLength(4);
    expect(statementOf({ task: "text" }).scope[3]).toMatch(
      /changes all the windows behind it, which is as many records\.$/,
    );
  });

  it("warns of a seed, of a run without noise, and where nothing is proven", () => {
    expect(statementOf({ seeded: true }).warning).toMatch(/^Seeded: not private\./);
    expect(statementOf({ config: { protocol: "nonprivate" } })).toMatchObject({
      warning: "No privacy guarantee: trained without clipping and noise.",
      scope: [],
    });
    for (const guarantee of [
      { side: "lower", status: "proven" },
      { side: "upper", status: "refuted" },
    ]) {
      expect(statementOf({ guarantees: [guarantee] }).scope).toContain(
        "No proven figure applies to this mechanism.",
      );
    }
  });
});

describe("what a language model is measured by", () => {
  it("is bytes, or the tokens of a tokenizer", () => {
    const summary = { ...SUMMARY, sample: SAMPLE };
    const byTokens = { ...SUMMARY.config, vocabulary: 31 } as TrainSummary["config"];
    expect(resultFacts(summary)[0]).toEqual(["next byte right", "25 %"]);
    expect(resultFacts({ ...summary, config: byTokens })[0]).toEqual(["next token right", "25 %"]);
    const record = { round: 1, accuracy: 0.25, loss: 2, spent: [] };
    const charts = (more: object) =>
      trainCharts({
        ...SUMMARY,
        config: { ...byTokens, delta: 1e-5 },
        history: [record],
        ...more,
      } as TrainSummary);
    expect(charts({ sample: SAMPLE }).map(({ title, yTitle }) => [title, yTitle])).toEqual([
      ["Next token right by round", "next token right, %"],
      ["Test loss by round", "mean cross-entropy, nats"],
      ["Epsilon by round", expect.any(String)],
      ["Next token right by epsilon", "next token right, %"],
    ]);
    expect(charts({})[0]!.title).toBe("Test accuracy by round");
    expect(tokenWord(byTokens)).toBe("token");
    expect(sampleHeading(SAMPLE, "token")).toBe(
      'What the model writes behind "|", always the likeliest token:',
    );
  });
});
