import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";

const EVENT = { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } };
const GAUSSIAN = ["account", "gaussian", "--noise-multiplier", "1", "--delta", "1e-5"];
const POISSON = ["account", "poisson-gaussian", "--noise-to-clip", "1.1", "--delta", "1e-5"];

const ALLOCATION = ["account", "random-allocation-gaussian", "--noise-to-clip", "1.1", "--delta", "1e-5"];

function nested(depth: number): string {
  return `${'{"kind":"repeat","times":1,"of":'.repeat(depth)}{"kind":"gaussian"}${"}".repeat(depth)}`;
}

describe("an accounting command", () => {
  it.concurrent.each<[number, string[], string, string]>([
    [2, ["account", "--delta", "1e-5"], "", "give a mechanism, one of gaussian, poisson-gaussian, "],
    [
      2,
      ["account", "gaussian", "--event", "-", "--delta", "1e-5"],
      "{}",
      "give either the mechanism gaussian or --event FILE, not both",
    ],
    [2, ["account", "--event", "-"], "{}", "--delta must be given"],
    [2, ["account", "--event", "-", "--delta", "1e-5"], "", "must hold an event as JSON"],
    [2, ["account", "--event", "-", "--delta", "1e-5"], "{}", "event.kind must be one of"],
    [
      2,
      ["account", "--event", "-", "--delta", "1e-5"],
      '{"kind":"gaussian","noiseMultiplier":0}',
      "must be a finite number in [0.001, 1e9], got 0",
    ],
    [
      2,
      ["account", "--event", "-", "--delta", "1"],
      JSON.stringify(EVENT),
      "--delta must be a finite number in [1e-100, 1), got 1",
    ],
    [
      2,
      ["account", "--event", "-", "--delta", "nan"],
      JSON.stringify(EVENT),
      '--delta must be a number, got "nan"',
    ],
    [
      2,
      ["account", "--event", "-", "--delta", "0x10"],
      JSON.stringify(EVENT),
      '--delta must be a number, got "0x10"',
    ],
    [
      2,
      ["account", "--event", "-", "--delta", "1e-5", "--adjacency", "x"],
      JSON.stringify(EVENT),
      "--adjacency must be one of replace-one",
    ],
    [
      2,
      ["account", "shuffle-gaussian", "--users", "1.5", "--noise-multiplier", "1", "--delta", "1e-5"],
      "",
      "--users must be an integer in [1, 1e12], got 1.5",
    ],
    [
      2,
      ["account", "shuffle-gaussian", "--users", "5", "--delta", "1e-5"],
      "",
      "--noise-to-clip or --noise-multiplier is missing",
    ],
    [
      2,
      [
        "account",
        "subsampled-shuffle-gaussian",
        "--users",
        "5",
        "--sampled",
        "6",
        "--noise-multiplier",
        "1",
        "--delta",
        "1e-5",
      ],
      "",
      "--sampled must be at most users = 5, got 6",
    ],
    [
      2,
      [
        "account",
        "check-in-gaussian",
        "--users",
        "5",
        "--check-in-rate",
        "0",
        "--noise-multiplier",
        "1",
        "--delta",
        "1e-5",
      ],
      "",
      "--check-in-rate must be a finite number in [1e-12, 1], got 0",
    ],
    [
      2,
      ["rdp", "gaussian", "--noise-multiplier", "1", "--orders", "1"],
      "",
      "--orders must be a finite number in (1, 4096], got 1",
    ],
    [
      2,
      ["delta", "gaussian", "--noise-multiplier", "1", "--epsilon", "-1"],
      "",
      "--epsilon must be 0 or a finite number in [1e-12, 1e9], got -1",
    ],
    [
      2,
      ["calibrate", "gaussian", "--target-epsilon", "0", "--delta", "1e-5"],
      "",
      "--target-epsilon must be a finite number in [1e-12, 1e9], got 0",
    ],
    [2, ["frobnicate"], "", "command must be one of train"],
    [
      3,
      [
        "calibrate",
        "poisson-gaussian",
        "--rate",
        "0.1",
        "--target-epsilon",
        "1",
        "--delta",
        "1e-5",
        "--method",
        "rdp-exact",
      ],
      "",
      "no rdp-exact upper bound applies",
    ],
    [4, ["account", "--event", "/no/such/file", "--delta", "1e-5"], "", "cannot read /no/such/file"],
    [
      2,
      [...GAUSSIAN, "--users", "9"],
      "",
      "leave out --users: gaussian takes --noise-to-clip or --noise-multiplier; --rounds",
    ],
    [
      2,
      [...GAUSSIAN, "--noise-to-clip", "1"],
      "",
      "leave out --noise-multiplier: give one of --noise-to-clip or --noise-multiplier",
    ],
    [2, [...GAUSSIAN, "--epochs", "1"], "", "leave out --epochs: gaussian takes"],
    [
      2,
      [...POISSON, "--sampling-rate", "0"],
      "",
      "--sampling-rate must be a finite number in [1e-12, 1], got 0",
    ],
    [2, [...POISSON, "--sampling-rate", "1/0"], "", "--sampling-rate must be a finite number in [1e-12, 1]"],
    [2, [...POISSON, "--sampling-rate", "1/2/3"], "", '--sampling-rate must be a number, got "1/2/3"'],
    [2, [...POISSON, "--batch-size", "9"], "", "give --batch-size and --examples; --examples is missing"],
    [2, POISSON, "", "--sampling-rate, or --batch-size and --examples is missing"],
    [
      2,
      [...POISSON, "--batch-size", "9", "--examples", "8"],
      "",
      "--batch-size must be at most --examples = 8, got 9",
    ],
    [
      2,
      [...POISSON, "--batch-size", "9", "--examples", "90", "--rate", "0.1"],
      "",
      "leave out --batch-size, --examples: give one of --sampling-rate, or --batch-size and --examples",
    ],
    [
      2,
      [...POISSON, "--sampling-rate", "0.1", "--rounds", "9", "--epochs", "1"],
      "",
      "leave out --epochs: give one of --rounds or --epochs",
    ],
    [
      2,
      [...ALLOCATION, "--steps", "9", "--batch-size", "9", "--examples", "90"],
      "",
      "leave out --batch-size, --examples: give one of --steps, or --batch-size and --examples",
    ],
    [
      2,
      [...ALLOCATION, "--steps", "9", "--epochs", "2", "--rounds", "2"],
      "",
      "leave out --epochs: give one of --rounds or --epochs",
    ],
    [
      2,
      [...ALLOCATION, "--batch-size", "9", "--examples", "8"],
      "",
      "--batch-size must be at most --examples = 8, got 9",
    ],
    [2, [...ALLOCATION, "--examples", "9"], "", "give --batch-size and --examples; --batch-size is missing"],
    [2, ALLOCATION, "", "--steps, or --batch-size and --examples is missing"],
    [
      2,
      [...ALLOCATION, "--steps", "9", "--epochs", "2.5"],
      "",
      "--epochs must be an integer in [0, 1e9], got 2.5",
    ],
    [2, [...ALLOCATION, "--sampling-rate", "0.1"], "", "random-allocation-gaussian needs --steps, or"],
    [
      2,
      [...POISSON, "--rate", "1e-12", "--epochs", "9"],
      "",
      "--epochs must be an integer in [0, 1e9], got 9000000000000",
    ],
    [
      3,
      [...POISSON, "--rate", "0.1", "--method", "rdp-exact"],
      "",
      "rdp-exact: it covers shuffle, subsampled shuffle, check-in shuffle or random allocation, not Poisson sample",
    ],
    [
      3,
      ["account", "--event", "-", "--delta", "1e-5", "--adjacency", "add-or-remove"],
      JSON.stringify(EVENT),
      "no method applies: the number of reports is public; use replace-one or zero-out adjacency",
    ],
    [
      3,
      ["delta", "gaussian", "--noise-to-clip", "1", "--epsilon", "1", "--method", "yjx25-published"],
      "",
      "yjx25-published: the paper gives epsilon at delta only",
    ],
    [
      3,
      ["rdp", "gaussian", "--noise-to-clip", "1", "--orders", "2", "--method", "pld"],
      "",
      "pld: it does not work by Renyi divergences",
    ],
    [
      2,
      ["account", "--event", "-", "--rounds", "7", "--delta", "1e-5"],
      JSON.stringify(EVENT),
      "leave out --rounds: the event is in --event FILE",
    ],
    [
      2,
      ["calibrate", "gaussian", "--noise-multiplier", "1", "--target-epsilon", "1", "--delta", "1e-5"],
      "",
      "leave out --noise-multiplier: the command works it out",
    ],
    [2, [...GAUSSIAN, "--plot", "/no/such/folder/x.svg"], "", "--plot: cannot write /no/such/folder/x.svg"],
    [2, [...GAUSSIAN, "--plot", tmpdir()], "", "--plot must be the name of a file"],
    [2, [...GAUSSIAN, "--method", "x"], "", "--method must be one of unshuffled"],
    [2, ["rdp", "gaussian", "--noise-multiplier", "1", "--orders", "2,,3"], "", "--orders must be a number"],
    [
      2,
      ["calibrate", "--event", "-", "--target-epsilon", "1", "--delta", "1e-5"],
      nested(20_000),
      "calibrate: event must be one with gaussian or local reports to calibrate",
    ],
    [2, ["account", "--event", "-", "--delta", "1e-5"], nested(20_000), "events may nest at most 64 deep"],
    [2, ["account", "constructor", "--delta", "1e-5"], "", "mechanism must be one of gaussian"],
    [
      2,
      ["account", "poisson-gausian", "--delta", "1e-5"],
      "",
      'got "poisson-gausian"; did you mean poisson-gaussian?',
    ],
    [
      2,
      ["account", "--event", "-", "--delta", "1e-5"],
      '{"kind":"gaussian","noisetoclip":2}',
      'has no field "noisetoclip"; its fields are noiseMultiplier, noiseToClip; did you mean noiseToClip?',
    ],
  ])("ends with %i on %j", async (status, args, input, message) => {
    const result = await runBuilt(args, input);
    expect(result.stderr).toContain(message);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
    expect(result.stdout).toBe("");
    expect(result.status).toBe(status);
  });

  it("prints the reasons as JSON where no figure applies, and ends with 3", async () => {
    const { status, stdout, stderr } = await runBuilt(
      ["account", "--event", "-", "--delta", "1e-5", "--adjacency", "add-or-remove", "--json"],
      JSON.stringify(EVENT),
    );
    expect(status).toBe(3);
    expect(stderr).toMatch(/^croupier: no method applies: .*\n$/);
    const { guarantees, notApplicable, adjacency } = JSON.parse(stdout);
    expect({ guarantees, adjacency }).toEqual({ guarantees: [], adjacency: "add-or-remove" });
    expect(notApplicable.length).toBeGreaterThan(10);
  });
});
