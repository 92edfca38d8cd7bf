import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const EVENT = {
  kind: "repeat",
  times: 7,
  of: { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } },
};

function croupier(
  args: readonly string[],
  input = "",
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [CLI, ...args], { input, encoding: "utf8" });
}

function eventFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "croupier-")), "event.json");
  writeFileSync(path, text);
  return path;
}

describe("croupier account", () => {
  it("prints the contract's JSON for an event file, standard input and the shorthand alike", () => {
    const options = ["--delta", "1.6667e-5", "--json"];
    const fromFile = croupier(["account", "--event", eventFile(JSON.stringify(EVENT)), ...options]);
    const fromInput = croupier(["account", "--event", "-", ...options], JSON.stringify(EVENT));
    const shorthand = croupier([
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
      reason: "it covers poissonSample of gaussian",
    });
  });

  it("prints a table that leads with the best proven figure and states the adjacency", () => {
    const { stdout } = croupier(["account", "--event", "-", "--delta", "1e-5"], JSON.stringify(EVENT));
    expect(stdout).toContain("adjacency replace-one");
    expect(stdout).toMatch(/^Proven: epsilon <= /m);
    expect(stdout.indexOf("Proven:")).toBeLessThan(stdout.indexOf("Conditional:"));
    expect(stdout).toContain("Only if every other user holds the very record");
  });

  it.each<[number, string[], string, string]>([
    [2, ["account", "--delta", "1e-5"], "", "give either a mechanism shorthand or --event FILE"],
    [2, ["account", "--event", "-"], "{}", "required option '--delta <d>' not specified"],
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
      ["account", "--event", "-", "--delta", "1e-5", "--adjacency", "x"],
      JSON.stringify(EVENT),
      "Allowed choices are replace-one",
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
    [2, ["frobnicate"], "", "unknown command"],
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
  ])("ends with %i on %j", (status, args, input, message) => {
    const result = croupier(args, input);
    expect(result.stderr).toContain(message);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
    expect(result.stdout).toBe("");
    expect(result.status).toBe(status);
  });
});

describe("croupier rdp, delta and calibrate", () => {
  it("rdp prints one array per method", () => {
    const { stdout } = croupier(
      ["rdp", "--event", "-", "--orders", "2,3,30", "--json"],
      JSON.stringify(EVENT.of),
    );
    const { orders, rdp } = JSON.parse(stdout);
    expect(orders).toEqual([2, 3, 30]);
    expect(rdp.unshuffled).toHaveLength(3);
    expect(rdp["rdp-exact"][0]).toBeCloseTo(1.8648783254892261e-7, 18);
  });

  it("delta prints a bracket per method", () => {
    const { stdout } = croupier(
      ["delta", "--event", "-", "--epsilon", "0.5", "--json"],
      JSON.stringify(EVENT),
    );
    const { delta } = JSON.parse(stdout);
    for (const bracket of Object.values(delta) as { lower: number; upper: number }[]) {
      expect(bracket.lower).toBeLessThanOrEqual(bracket.upper);
    }
    expect(delta.unshuffled.upper).toBeGreaterThan(delta["rdp-exact"].upper);
  });

  it("calibrate answers on the safe side", () => {
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
    const { noiseMultiplier, guarantee, event } = JSON.parse(croupier(args, JSON.stringify(free)).stdout);
    expect(guarantee.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(guarantee.epsilon.upper).toBeGreaterThan(0.4999);
    expect(event.of.of.noiseMultiplier).toBe(noiseMultiplier);
  });
});
