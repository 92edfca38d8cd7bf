import { describe, expect, it } from "vitest";
import { shortAndLong } from "../short-and-long.js";
import { runBuilt } from "./_internal/run-built.js";

const RUN = ["poisson-gaussian", "--epochs", "60", "--batch-size", "256", "--examples", "50000"];
const DELTA = ["--delta", "1e-5"];
const LOCAL = ["shuffle-local", "--users", "60000", "--local-epsilon", "2"];
const SHUFFLE = ["shuffle-gaussian", "--users", "60000", "--noise-multiplier", "9.48", "--rounds", "7"];

const printed = (...args: string[]): Promise<string> => printedAt(80, args);

/** What is printed where a line has this number of columns. */
async function printedAt(columns: number, args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runBuilt(args, "", { COLUMNS: String(columns) });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** One line, whatever the terminal's width. */
async function sentence(...args: string[]): Promise<string> {
  return (await printed(...args)).split("\n\n")[0]!.replaceAll("\n", " ");
}

// A privacy-loss distribution by numpy's FFT, independent of this repository, has 2.6442 under add-or-remove.
const SCREEN = `60 epochs, batch 256 of 50,000, noise 1.1 C: epsilon <= 2.645 (add-or-remove,
proven), epsilon <= 6.398 (replace-one, proven) at delta 1e-5.

11,719 x Poisson sample at rate 0.00512, Gaussian noise 1.1 C

All 11,719 rounds are of the same records: the figures are for all that one
record adds to them.

Assumes that a trusted server sees the raw updates and adds the noise; and who
takes part is drawn at random as the event says (by each user's own coin, or by
a trusted party), whatever anybody's data, and nobody else sees the draw.

Noise: standard deviation 1.1 C under add-or-remove (1.1 x its sensitivity C),
1.1 C under replace-one (0.55 x its sensitivity 2C). C is the l2 norm to which
each record's vector is clipped.

Under add-or-remove:
epsilon  order  side   status  method
  2.645         upper  proven  pld-poisson
  2.892      8  upper  proven  rdp-poisson
  3.322    8.1  upper  proven  moments-accountant
  2.643         lower  proven  cohort-lower

Under replace-one:
epsilon  order  side   status  method
  6.398         upper  proven  pld-poisson
  22.23      2  upper  proven  rdp-poisson
  4.687         lower  proven  cohort-lower

2 more figures, 22 methods that do not apply, sources: --all
`;

describe("the questions of a privacy engineer", () => {
  it("what DP-SGD spent, from Opacus' numbers", async () => {
    expect(await printed("account", ...RUN, "--noise-to-clip", "1.1", ...DELTA)).toBe(SCREEN);
  });

  it("how much noise DP-SGD needs: what is printed meets the target", async () => {
    const line = await sentence("calibrate", ...RUN, "--target-epsilon", "2", ...DELTA);
    expect(line).toMatch(
      /^60 epochs, batch 256 of 50,000: epsilon <= 2 at delta 1e-5 needs noise \S+ C \(add-or-remove, proven\), noise \S+ C \(replace-one, proven\)\.$/,
    );
    for (const [, noise, adjacency] of line.matchAll(/noise (\S+) C \((\S+),/g)) {
      const epsilonWith = async (noiseToClip: number): Promise<number> => {
        const flags = ["--noise-to-clip", String(noiseToClip), "--adjacency", adjacency!, "--json"];
        return JSON.parse(await printed("account", ...RUN, ...flags, ...DELTA)).guarantees[0].epsilon.upper;
      };
      expect(await epsilonWith(Number(noise))).toBeLessThanOrEqual(2);
      expect(await epsilonWith(Number(noise) * 0.99)).toBeGreaterThan(2);
    }
  });

  it("what the shuffle buys for local reports, and what delta is at an epsilon", async () => {
    expect(await sentence("account", ...LOCAL, "--delta", "1e-6")).toBe(
      "shuffle of 60,000 users, local epsilon 2: epsilon <= 0.04371 (replace-one, proven) at delta 1e-6.",
    );
    expect(await sentence("delta", ...LOCAL, "--epsilon", "0.04371")).toMatch(
      /: delta <= (1e-6|9\.\d+e-7) \(replace-one, proven\) at epsilon 0\.04371\.$/,
    );
  });
});

describe("noise", () => {
  it("given as a noise multiplier is stated in clip bounds beside every figure", async () => {
    const flags = [...RUN, "--noise-multiplier", "1.1", ...DELTA];
    expect(await sentence("account", ...flags)).toBe(
      "60 epochs, batch 256 of 50,000, noise multiplier 1.1: epsilon <= 2.645 (add-or-remove, proven, noise 1.1 C), epsilon <= 2.362 (replace-one, proven, noise 2.2 C) at delta 1e-5.",
    );
    const text = (await printed("account", ...flags)).replaceAll("\n", " ");
    expect(text).toContain("2.2 C under replace-one (1.1 x its sensitivity 2C)");
    expect(text).toContain("for theirs give --noise-to-clip");
    expect(await sentence("account", ...SHUFFLE, ...DELTA)).toContain(
      "(replace-one, proven, noise 18.96 C) at delta 1e-5.",
    );
  });

  it.each([
    ["account", DELTA],
    ["delta", ["--epsilon", "1"]],
    ["rdp", ["--orders", "2"]],
  ])("is stated in clip bounds in the JSON of %s too", async (command, question) => {
    const args = [command, "gaussian", "--noise-multiplier", "1.1", ...question, "--json"];
    const { adjacency, noiseToClip, otherAdjacencies } = JSON.parse(await printed(...args));
    expect([adjacency, noiseToClip]).toEqual(["replace-one", 2.2]);
    expect(otherAdjacencies).toMatchObject([{ adjacency: "add-or-remove", noiseToClip: 1.1 }]);
    const of = [1, 2, 2].map((noiseMultiplier) => ({ kind: "gaussian", noiseMultiplier }));
    const several = [command, "--event", "-", ...question, "--json"];
    const { stdout } = await runBuilt(several, JSON.stringify({ kind: "sequence", of }));
    expect(JSON.parse(stdout).noiseToClip).toEqual([2, 4]);
    expect(JSON.parse(await printed(command, ...LOCAL, ...question, "--json"))).not.toHaveProperty(
      "noiseToClip",
    );
  });

  it("of several kinds is stated by all of them", async () => {
    const event = {
      kind: "sequence",
      of: [1, 2, 3, 4].map((noiseToClip) => ({ kind: "gaussian", noiseToClip })),
    };
    const { stdout } = await runBuilt(["delta", "--event", "-", "--epsilon", "1"], JSON.stringify(event));
    expect(stdout.replaceAll("\n", " ")).toContain(
      "standard deviation 1 to 4 C under add-or-remove (1 to 4 x its sensitivity C), 1 to 4 C under replace-one (0.5 to 2 x its sensitivity 2C)",
    );
  });

  it.each([
    ["add-or-remove", 1],
    ["zero-out", 1],
    ["replace-one", 2],
  ])("in clip bounds is %s's multiplier times %i", async (adjacency, sensitivity) => {
    const ask = async (...noise: string[]) =>
      JSON.parse(await printed("account", ...RUN, ...noise, ...DELTA, "--adjacency", adjacency, "--json"));
    const { event, ...byClip } = await ask("--noise-to-clip", "1.1");
    const { event: _, ...bySensitivity } = await ask("--noise-multiplier", String(1.1 / sensitivity));
    expect(event.of.of).toEqual({ kind: "gaussian", noiseToClip: 1.1 });
    expect(byClip).toEqual(bySensitivity);
    expect(byClip).not.toHaveProperty("otherAdjacencies");
  });

  it("that a calibration found is printed relative to both", async () => {
    const args = ["calibrate", "gaussian", "--target-epsilon", "1", ...DELTA, "--json"];
    const { noiseMultiplier, noiseToClip, parameter, adjacency, otherAdjacencies } = JSON.parse(
      await printed(...args),
    );
    expect({ parameter, adjacency }).toEqual({ parameter: "noiseMultiplier", adjacency: "replace-one" });
    expect(noiseToClip).toBe(2 * noiseMultiplier);
    const [other] = otherAdjacencies;
    expect(other).toMatchObject({ adjacency: "add-or-remove", parameter: "noiseMultiplier" });
    expect(other.noiseToClip).toBe(other.noiseMultiplier);
    expect(other.noiseMultiplier / noiseMultiplier).toBeCloseTo(1, 5);
  });

  it("of a file is solved for as the file states it", async () => {
    const event = JSON.stringify({ kind: "gaussian", noiseToClip: 1 });
    const args = ["calibrate", "--event", "-", "--target-epsilon", "1", ...DELTA, "--json"];
    const solved = JSON.parse((await runBuilt(args, event)).stdout);
    expect(solved.parameter).toBe("noiseToClip");
    expect(solved.event).toEqual({ kind: "gaussian", noiseToClip: solved.noiseToClip });
    expect(solved.noiseMultiplier).toBe(solved.noiseToClip / 2);
  });
});

describe("sampling", () => {
  const NOISE = ["--noise-to-clip", "2", "--method", "rdp-poisson", ...DELTA, "--json"];
  const ask = async (...flags: string[]) =>
    JSON.parse(await printed("account", "poisson-gaussian", ...flags, ...NOISE));

  it("is stated by rate and rounds, by a fraction, or by batch, examples and epochs alike", async () => {
    const byRate = await ask("--rate", "0.00512", "--rounds", "11719");
    expect(await ask("--sampling-rate", "256/50000", "--epochs", "60")).toEqual(byRate);
    expect(await ask("--batch-size", "256", "--examples", "50000", "--epochs", "60")).toEqual(byRate);
    expect(await ask("--batch-size", "256", "--examples", "50000", "--rounds", "11719")).toEqual(byRate);
  });

  it("rounds a last batch up", async () => {
    expect((await ask("--batch-size", "3", "--examples", "10", "--epochs", "2")).event.times).toBe(7);
    expect((await ask("--batch-size", "3", "--examples", "9", "--epochs", "2")).event.times).toBe(6);
    expect((await ask("--batch-size", "3", "--examples", "9", "--epochs", "0.1")).event.times).toBe(1);
  });
});

describe("random allocation", () => {
  const ask = async (...flags: string[]) => {
    const { event } = JSON.parse(
      await printed(
        "rdp",
        "random-allocation-gaussian",
        "--noise-to-clip",
        "2",
        "--orders",
        "2",
        ...flags,
        "--json",
      ),
    );
    return event;
  };
  const BATCHES = ["--batch-size", "256", "--examples", "50000"];
  const METHOD = ["--adjacency", "zero-out", "--method", "rdp-exact"];

  it("has whole batches alone, and a round an epoch", async () => {
    const of = { kind: "randomAllocation", steps: 195, of: { kind: "gaussian", noiseToClip: 2 } };
    expect(await ask(...BATCHES, ...METHOD)).toEqual(of);
    const often = { kind: "repeat", times: 60, of };
    expect(await ask(...BATCHES, "--epochs", "60", ...METHOD)).toEqual(often);
    expect(await ask("--steps", "195", "--rounds", "60", ...METHOD)).toEqual(often);
    expect((await ask("--batch-size", "3", "--examples", "9", ...METHOD)).steps).toBe(3);
  });

  it.each([
    ["account", [...DELTA, "--noise-to-clip", "1.1"], ", noise 1.1 C: epsilon <= "],
    ["delta", ["--epsilon", "8", "--noise-multiplier", "1.1"], ", noise multiplier 1.1: delta <= "],
    ["rdp", ["--orders", "2", "--noise-to-clip", "1.1"], ", noise 1.1 C: "],
    ["calibrate", [...DELTA, "--target-epsilon", "8"], ": epsilon <= 8 at delta 1e-5 needs noise "],
  ])("is answered in the words of the flags by %s", async (command, question, words) => {
    const flags = ["random-allocation-gaussian", ...BATCHES, "--epochs", "60", ...METHOD];
    expect(await sentence(command, ...flags, ...question)).toContain(
      `60 epochs of 195 batches, batch 256 of 50,000${words}`,
    );
  });

  it("says in how many batches a record is, and where that is proven", async () => {
    const flags = ["random-allocation-gaussian", ...BATCHES, "--joined", "3", "--noise-to-clip", "1.1"];
    const text = await printed("account", ...flags, "--adjacency", "zero-out", ...DELTA, "--all");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "1 round of 195 batches, each record in 3, batch 256 of 50,000, noise 1.1 C: epsilon <= ",
    );
    expect(text.replaceAll(/\s+/g, " ").match(/of k of t batches by k/g)!.length).toBeGreaterThanOrEqual(2);
  });
});

describe("an answer", () => {
  it("is for add-or-remove too where no adjacency is named and a method covers it", async () => {
    const central = JSON.parse(
      await printed("delta", "gaussian", "--noise-to-clip", "2", "--epsilon", "1", "--json"),
    );
    expect(central.adjacency).toBe("replace-one");
    expect(central.otherAdjacencies.map(({ adjacency }: { adjacency: string }) => adjacency)).toEqual([
      "add-or-remove",
    ]);
    expect(central.otherAdjacencies[0].delta.unshuffled.upper).toBeLessThan(central.delta.unshuffled.upper);
    expect(JSON.parse(await printed("account", ...LOCAL, ...DELTA, "--json"))).not.toHaveProperty(
      "otherAdjacencies",
    );
  });

  it("is short: two proven figures, the best unproven one, the best lower one", async () => {
    const rows = (text: string) => text.match(/ (upper|lower) .*$/gm)!.map((row) => row.trim().split(/ +/));
    const short = rows(await printed("account", ...SHUFFLE, ...DELTA));
    expect(short.map(([, status]) => status)).toEqual(["proven", "proven", "conditional", "proven"]);
    expect(short.map(([side]) => side)).toEqual(["upper", "upper", "upper", "lower"]);
    const all = rows(await printed("account", ...SHUFFLE, ...DELTA, "--all"));
    expect(all.length).toBeGreaterThan(6);
    expect(all.slice(0, 2).map(([, , method]) => method)).toEqual(
      short.slice(0, 2).map(([, , method]) => method),
    );
    expect(rows(await printed("account", ...LOCAL, ...DELTA)).map(([side]) => side)).toEqual([
      "upper",
      "upper",
      "upper",
      "lower",
    ]);
  });

  it("says what a refuted figure takes for granted, and the counterexample", async () => {
    const event = {
      kind: "weightShuffle",
      dimension: 1000,
      batchClipRatio: 0.1,
      of: { kind: "gaussian", noiseToClip: 2 },
    };
    const args = [
      "account",
      "--event",
      "-",
      ...DELTA,
      "--method",
      "yjx25-published",
      "--adjacency",
      "zero-out",
    ];
    const { stdout } = await runBuilt(args, JSON.stringify(event));
    expect(stdout).toMatch(/: epsilon <= \S+ \(zero-out,\s+refuted\)/);
    expect(stdout.replaceAll("\n", " ")).toMatch(
      /yjx25-published: refuted, though it takes for granted that the change lies .*; counterexample: for an update/,
    );
  });
});

describe("screens", () => {
  const QUESTIONS = [
    ["account", ...RUN, "--noise-multiplier", "1.1", ...DELTA],
    ["account", ...SHUFFLE, ...DELTA],
    ["rdp", ...LOCAL, "--orders", "2,3,4,5,6,7,8,9,10,11,12"],
  ];

  for (const [cases, options] of shortAndLong([80, 120], (columns) => columns > 80)) {
    it.each(cases)("of %i columns are not wider", options, async (columns) => {
      const calibration = ["calibrate", ...RUN, "--target-epsilon", "2", ...DELTA];
      const helps = ["account", "delta", "rdp", "calibrate"].map((command) => [command, "--help"]);
      for (const args of [
        ...helps,
        calibration,
        ...QUESTIONS,
        ...QUESTIONS.map((each) => [...each, "--all"]),
      ]) {
        const lines = (await printedAt(columns, args)).split("\n");
        expect(lines.filter((line) => line.length > columns)).toEqual([]);
        expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(0.75 * columns);
      }
    });
  }
});

describe("many unlike rounds", () => {
  const schedule = (count: number): string =>
    JSON.stringify({
      kind: "sequence",
      of: Array.from({ length: count }, (_, i) => ({
        kind: "poissonSample",
        rate: 0.01 / (1 + i),
        of: { kind: "gaussian", noiseToClip: 1 },
      })),
    });
  const METHOD = ["--method", "rdp-poisson", "--adjacency", "add-or-remove"];

  for (const [cases, options] of shortAndLong([80, 120], (columns) => columns > 80)) {
    it.each(cases)("are told in four lines of %i columns, behind the answer", options, async (columns) => {
      for (const [command, ...question] of [
        ["account", ...DELTA],
        ["delta", "--epsilon", "1"],
        ["rdp", "--orders", "8"],
      ]) {
        const args = [command!, "--event", "-", ...question, ...METHOD];
        const { stdout } = await runBuilt(args, schedule(40), { COLUMNS: String(columns) });
        const [answer, event] = stdout.split("\n\n");
        expect(answer).toMatch(/^(epsilon|delta|Renyi divergence) <= /);
        expect(answer!.split("\n").length).toBeLessThanOrEqual(2);
        expect(event!.split("\n").length).toBeLessThanOrEqual(4);
        expect(event!.replaceAll("\n", " ")).toMatch(/; and 36 more kinds of rounds$/);
      }
    });
  }

  it("are told in four lines of a calibration", async () => {
    const question = ["calibrate", "--event", "-", "--target-epsilon", "2", ...DELTA, ...METHOD];
    const { stdout } = await runBuilt(question, schedule(20));
    const [answer, event] = stdout.split("\n\n");
    expect(answer).toMatch(/^epsilon <= 2 .* needs noise/);
    expect(event!.split("\n").length).toBeLessThanOrEqual(4);
    expect(event!.replaceAll("\n", " ")).toMatch(/; and 16 more kinds of rounds$/);
  });
});

describe("who is assumed to do what", () => {
  const text = async (...args: string[]) => (await printed(...args, ...DELTA)).replaceAll("\n", " ");
  const CHECK_IN = ["account", "check-in-local", "--users", "60000", "--check-in-rate", "0.1"];

  it("names the draw of those who take part, in words, and where everybody takes part does not", async () => {
    const drawn = await text(...CHECK_IN, "--local-epsilon", "2");
    expect(drawn).toMatch(/who takes part is drawn at random as the event says .*nobody else sees the draw/);
    expect(drawn).not.toMatch(/every counted user sends a report/);
    expect(await text("account", ...LOCAL)).not.toMatch(/who takes part/);
    const { guarantees } = JSON.parse(await printed(...CHECK_IN, "--local-epsilon", "2", ...DELTA, "--json"));
    for (const { side, method, assumptions } of guarantees) {
      expect(assumptions.includes("secret-participation"), method).toBe(side === "upper");
    }
  });

  it("says that repeated rounds are of the same users", async () => {
    expect(await text("account", ...LOCAL, "--rounds", "7")).toContain(
      "All 7 rounds are of the same users: the figures are user-level",
    );
    expect(await text("account", ...LOCAL)).not.toContain("rounds are of");
  });
});
