import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Guarantee } from "../../src/privacy/index.js";
import { runBuilt as croupier } from "./_internal/run-built.js";
import { runCli } from "./_internal/run-cli.js";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/croupier.js");
const EVENT = {
  kind: "repeat",
  times: 7,
  of: { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } },
};

const GAUSSIAN = ["account", "gaussian", "--noise-multiplier", "1", "--delta", "1e-5"];

function eventFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "croupier-")), "event.json");
  writeFileSync(path, text);
  return path;
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

  it("takes blocks and dummies as flags", async () => {
    const flags = ["check-in-gaussian", "--users", "1000", "--check-in-rate", "0.5", "--noise-to-clip", "3"];
    const besides = ["--blocks", "4", "--joins", "per-block", "--absentees", "dummy"];
    const dummies = ["--dummies", "50", "--dummies-by", "users"];
    const at = ["--delta", "1e-5", "--json"];
    const { stdout } = await croupier(["account", ...flags, ...besides, ...dummies, ...at]);
    expect(JSON.parse(stdout).event).toEqual({
      kind: "checkInShuffle",
      users: 1000,
      checkInRate: 0.5,
      absentees: "dummy",
      blocks: 4,
      joins: "per-block",
      dummies: 50,
      dummiesBy: "users",
      of: { kind: "gaussian", noiseToClip: 3 },
    });
    const misspelt = await croupier(["account", ...flags, "--joins", "twice", ...at]);
    expect(misspelt.status).toBe(2);
    expect(misspelt.stderr).toContain("--joins must be one of once, per-block");
    const central = ["account", "gaussian", "--noise-to-clip", "3", "--dummies", "1", ...at];
    expect((await croupier(central)).stderr).toContain("leave out --dummies");
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
    const ask = (...more: string[]) =>
      croupier([command, "--event", "-", ...options, ...more], JSON.stringify(shuffled));
    const { stdout: short } = await ask();
    const { stdout: all } = await ask("--all");
    for (const text of [short, all]) {
      expect(text).toMatch(
        /^shuffle of 300 users, local epsilon 1: (delta|Renyi divergence) <= \S+( \S+)?\s\(replace-one,\s/,
      );
    }
    expect(short).toMatch(
      command === "delta" ? / lower +proven +cohort-lower/ : / lower +conditional +gdd21-lower/,
    );
    expect(all).toMatch(/ lower +conditional +gdd21-lower/);
    expect(all).toContain("gdd21-lower: conditional, holds only if epsilon is computed from Renyi");
    expect(all).toMatch(/^\[\d+\] GDD21 Theorem 2 \[renyi-accounting, honest-shuffler\]$/m);
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
    const event = ["shuffle-gaussian", "--users", "60000", "--noise-multiplier", "0.3"];
    const question = ["--rounds", "1", "--delta", "1e-5", "--json"];
    const { status, stdout } = await croupier(["account", ...event, ...question]);
    expect(status).toBe(0);
    const { notApplicable, guarantees } = JSON.parse(stdout);
    expect(guarantees[0].status).toBe("proven");
    expect(notApplicable.map(({ method }: { method: string }) => method)).toContain("pld");
  });

  it("gets figures of as many rounds as there may be", async () => {
    const event = ["shuffle-gaussian", "--users", "60000", "--noise-multiplier", "9.48"];
    const question = ["--rounds", "1000000000", "--delta", "1e-5", "--json"];
    const { stdout } = await croupier(["account", ...event, ...question]);
    const { guarantees } = JSON.parse(stdout) as { guarantees: readonly Guarantee[] };
    const [best] = guarantees as [Guarantee];
    expect(best).toMatchObject({ method: "transposition-pld", status: "proven" });
    const lower = guarantees.find(({ side }) => side === "lower")!;
    expect(best.epsilon.upper).toBeGreaterThan(lower.epsilon.lower);
    expect(best.epsilon.upper).toBeLessThan(2 * lower.epsilon.lower);
  });

  it("gets figures and never NaN at the ends of the domain, and the range beyond", async () => {
    const beyond = ["--noise-multiplier", "1e-308", "--delta", "1e-5"];
    const refused = await croupier(["account", "gaussian", ...beyond]);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain(
      "--noise-multiplier must be a finite number in [0.001, 1e9], got 1e-308",
    );
    const rare = ["--noise-multiplier", "1", "--delta", "1e-101"];
    expect((await croupier(["account", "gaussian", ...rare])).stderr).toContain(
      "--delta must be a finite number in [1e-100, 1), got 1e-101",
    );
    const loud = ["--noise-multiplier", "1e9", "--delta", "1e-100"];
    const { status, stdout: figures } = await croupier(["account", "gaussian", ...loud]);
    expect(status).toBe(0);
    expect(figures).not.toContain("NaN");
    const weak = ["shuffle-local", "--users", "1", "--local-epsilon", "100", "--delta", "1e-5"];
    expect((await croupier(["account", ...weak])).stdout).toContain("epsilon <= 100");
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
    expect(stdout).toMatch(new RegExp(`\\?\\n {2}croupier ${command} \\w`));
    expect(stdout).toContain("check-in-gaussian");
  });

  it("is told the version", async () => {
    expect(await croupier(["--version"])).toMatchObject({ status: 0, stdout: "0.1.0\n" });
  });
});
