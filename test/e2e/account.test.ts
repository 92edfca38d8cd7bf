import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliResult, runCli } from "./_internal/run-cli.js";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/croupier.js");
const EVENT = {
  kind: "repeat",
  times: 7,
  of: { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } },
};

const GAUSSIAN = ["account", "gaussian", "--noise-multiplier", "1", "--delta", "1e-5"];

function croupier(args: readonly string[], input = ""): Promise<CliResult> {
  return runCli(args, ({ stdin }) => {
    stdin!.on("error", () => {}); // a program that refuses its arguments does not read
    stdin!.end(input);
  });
}

function eventFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "croupier-")), "event.json");
  writeFileSync(path, text);
  return path;
}

function nested(depth: number): string {
  return `${'{"kind":"repeat","times":1,"of":'.repeat(depth)}{"kind":"gaussian"}${"}".repeat(depth)}`;
}

describe("croupier account", () => {
  it("prints the contract's JSON for an event file, standard input and the shorthand alike", async () => {
    const options = ["--delta", "1.6667e-5", "--json"];
    const fromFile = await croupier(["account", "--event", eventFile(JSON.stringify(EVENT)), ...options]);
    const fromInput = await croupier(["account", "--event", "-", ...options], JSON.stringify(EVENT));
    const shorthand = await croupier([
      "account",
      "shuffle-gaussian",
      ...["--users", "60000", "--noise-multiplier", "9.48", "--rounds", "7"],
      ...options,
    ]);
    expect(fromFile.status).toBe(0);
    expect(fromInput.stdout).toBe(fromFile.stdout);
    expect(shorthand.stdout).toBe(fromFile.stdout);
    const report = JSON.parse(fromFile.stdout);
    expect(report).toMatchObject({ event: EVENT, delta: 1.6667e-5, adjacency: "replace-one" });
    expect(report.guarantees[0].status).toBe("proven");
    const exact = report.guarantees.find((each: { method: string }) => each.method === "rdp-exact");
    expect(exact).toMatchObject({ side: "upper", status: "conditional", adjacency: "replace-one" });
    expect(exact.epsilon.estimate.toFixed(7)).toBe("0.0025118");
    expect(report.notApplicable).toContainEqual({
      method: "rdp-poisson",
      reason: "it covers Poisson sample, not shuffle",
    });
  });

  it("prints a table that leads with the best proven figure and states the adjacency", async () => {
    const { stdout } = await croupier(["account", "--event", "-", "--delta", "1e-5"], JSON.stringify(EVENT));
    expect(stdout).toContain("adjacency replace-one");
    expect(stdout).toMatch(/^Proven: epsilon <= /m);
    expect(stdout.indexOf("Proven:")).toBeLessThan(stdout.indexOf("Conditional:"));
    expect(stdout).toContain("Only if every other user holds the very record");
  });

  it.concurrent.each<[number, string[], string, string]>([
    [2, ["account", "--delta", "1e-5"], "", "give either a mechanism shorthand or --event FILE"],
    [2, ["account", "--event", "-"], "{}", "--delta must be given"],
    [2, ["account", "--event", "-", "--delta", "1e-5"], "", "must hold an event as JSON"],
    [2, ["account", "--event", "-", "--delta", "1e-5"], "{}", "event.kind must be one of"],
    [
      2,
      ["account", "--event", "-", "--delta", "1e-5"],
      '{"kind":"gaussian","noiseMultiplier":0}',
      "must be a finite number > 0, got 0",
    ],
    [
      2,
      ["account", "--event", "-", "--delta", "1"],
      JSON.stringify(EVENT),
      "--delta must be a finite number in (0, 1), got 1",
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
      "event.users must be an integer >= 1, got 1.5",
    ],
    [
      2,
      ["account", "shuffle-gaussian", "--users", "5", "--delta", "1e-5"],
      "",
      "--noise-multiplier is missing",
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
      "event.sampled must be at most users = 5, got 6",
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
      "event.checkInRate must be a finite number in (0, 1], got 0",
    ],
    [
      2,
      ["rdp", "gaussian", "--noise-multiplier", "1", "--orders", "1"],
      "",
      "order must be a finite number in (1, 4096], got 1",
    ],
    [
      2,
      ["delta", "gaussian", "--noise-multiplier", "1", "--epsilon", "-1"],
      "",
      "--epsilon must be a finite number >= 0, got -1",
    ],
    [
      2,
      ["calibrate", "gaussian", "--target-epsilon", "0", "--delta", "1e-5"],
      "",
      "--target-epsilon must be a finite number > 0, got 0",
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
    [2, [...GAUSSIAN, "--users", "9"], "", "leave out --users: gaussian takes --noise-multiplier, --rounds"],
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
  ])("ends with %i on %j", async (status, args, input, message) => {
    const result = await croupier(args, input);
    expect(result.stderr).toContain(message);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
    expect(result.stdout).toBe("");
    expect(result.status).toBe(status);
  });
});

describe("croupier rdp, delta and calibrate", () => {
  it("rdp prints one array per method", async () => {
    const { stdout } = await croupier(
      ["rdp", "--event", "-", "--orders", "2,3,30", "--json"],
      JSON.stringify(EVENT.of),
    );
    const { orders, rdp } = JSON.parse(stdout);
    expect(orders).toEqual([2, 3, 30]);
    expect(rdp.unshuffled).toHaveLength(3);
    expect(rdp["rdp-exact"][0]).toBeCloseTo(1.8648783254892261e-7, 18);
  });

  it("delta prints a bracket per method", async () => {
    const { stdout } = await croupier(
      ["delta", "--event", "-", "--epsilon", "0.5", "--json"],
      JSON.stringify(EVENT),
    );
    const { delta } = JSON.parse(stdout);
    for (const bracket of Object.values(delta) as { lower: number; upper: number }[]) {
      expect(bracket.lower).toBeLessThanOrEqual(bracket.upper);
    }
    expect(delta.unshuffled.upper).toBeGreaterThan(delta["rdp-exact"].upper);
  });

  it.each([
    ["delta", ["--epsilon", "0.3"]],
    ["rdp", ["--orders", "2,8"]],
  ])("%s says of every figure its claim, lower bounds last and apart", async (command, options) => {
    const shuffled = { kind: "shuffle", users: 300, of: { kind: "local", epsilon: 1 } };
    const { status, stdout } = await croupier(
      [command, "--event", "-", ...options, "--json"],
      JSON.stringify(shuffled),
    );
    expect(status).toBe(0);
    const { guarantees, [command]: upperBounds } = JSON.parse(stdout);
    for (const { method, side, ...claim } of guarantees) {
      expect(claim.status).toMatch(/^(proven|conditional)$/);
      expect(claim.adjacency).toBe("replace-one");
      expect(claim.source).toMatch(/\w/);
      expect(claim.assumptions).toBeInstanceOf(Array);
      expect(method in upperBounds).toBe(side === "upper");
    }
    expect(guarantees[0]).toMatchObject({ side: "upper", status: "proven" });
    expect(guarantees.at(-1)).toMatchObject({ method: "gdd21-lower", side: "lower" });
    const text = (await croupier([command, "--event", "-", ...options], JSON.stringify(shuffled))).stdout;
    expect(text).toMatch(/^Proven: (delta|Renyi divergence) <= /m);
    expect(text).toMatch(
      /lower {2}conditional {2}gdd21-lower +GDD21 Theorem 2 \[renyi-accounting, honest-shuffler\]/,
    );
    expect(text).toMatch(/^Conditional: no (delta|Renyi divergence) below .* can hold/m);
  });

  it("calibrate answers on the safe side", async () => {
    const free = { ...EVENT, of: { ...EVENT.of, of: { kind: "gaussian" } } };
    const args = [
      "calibrate",
      "--event",
      "-",
      "--target-epsilon",
      "0.5",
      "--delta",
      "1e-5",
      "--method",
      "unshuffled",
      "--json",
    ];
    const { noiseMultiplier, guarantee, event } = JSON.parse(
      (await croupier(args, JSON.stringify(free))).stdout,
    );
    expect(guarantee.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(guarantee.epsilon.upper).toBeGreaterThan(0.4999);
    expect(event.of.of.noiseMultiplier).toBe(noiseMultiplier);
  });
});

describe("a nasty user", () => {
  it("gets an answer of the other methods where one is out of its range", async () => {
    const rounds = ["--rounds", "9007199254740991"];
    const { status, stdout } = await croupier([...GAUSSIAN, ...rounds, "--json"]);
    expect(status).toBe(0);
    const { notApplicable, guarantees } = JSON.parse(stdout);
    expect(guarantees[0].status).toBe("proven");
    expect(notApplicable.map(({ method }: { method: string }) => method)).toContain("strong-composition");
  });

  it("gets figures and never NaN at the ends of the doubles", async () => {
    for (const flags of [
      ["--noise-multiplier", "1e308", "--delta", "1e-300"],
      ["--noise-multiplier", "1e-308", "--delta", "5e-324"],
    ]) {
      const { status, stdout } = await croupier(["account", "gaussian", ...flags]);
      expect(status).toBe(0);
      expect(stdout).not.toContain("NaN");
    }
    const weak = ["shuffle-local", "--users", "1", "--local-epsilon", "1e308", "--delta", "1e-5"];
    expect((await croupier(["account", ...weak])).stdout).toContain("epsilon <= 1e+308");
    const { stdout } = await croupier(["delta", "gaussian", "--noise-multiplier", "1", "--epsilon", "1e5"]);
    expect(stdout).toContain("delta <= 5e-324");
  });

  it("gets the answer on a file that opens with a byte order mark", async () => {
    const path = eventFile(`\uFEFF${JSON.stringify(EVENT)}`);
    expect((await croupier(["account", "--event", path, "--delta", "1e-5", "--json"])).status).toBe(0);
  });

  it.skipIf(!existsSync("/dev/full"))("has a full disk told in one line", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...GAUSSIAN], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect(stderr).toMatch(/^croupier: cannot write to standard output: ENOSPC.*\n$/);
    expect(status).toBe(1);
  });

  it("may close the pipe early", async () => {
    const { status, stderr } = await runCli(GAUSSIAN, ({ stdout }) => stdout!.destroy());
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it("may interrupt long work, which leaves no file behind", async () => {
    const folder = mkdtempSync(join(tmpdir(), "croupier-"));
    const long = [
      "check-in-gaussian",
      "--users",
      "60000",
      "--check-in-rate",
      "0.1",
      "--noise-multiplier",
      "3",
    ];
    const flags = ["--rounds", "5000", "--delta", "1e-5", "--plot", join(folder, "x.svg")];
    const { status, stdout } = await runCli(["account", ...long, ...flags], (child) => {
      setTimeout(() => child.kill("SIGINT"), 1500);
    });
    expect(status).toBeNull();
    expect(stdout).toBe("");
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["account", "delta", "rdp", "calibrate"])("finds examples in %s --help", async (command) => {
    const { status, stdout } = await croupier([command, "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\\n {2}croupier ${command} \\w`));
    expect(stdout).toContain("check-in-gaussian");
  });

  it("is told the version", async () => {
    expect(await croupier(["--version"])).toMatchObject({ status: 0, stdout: "0.1.0\n" });
  });
});
