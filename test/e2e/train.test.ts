import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeSafetensors } from "../../src/training/safetensors/decode-safetensors.js";
import { runCli } from "./_internal/run-cli.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-train-"));
const data = join(root, "data");
const at = (name: string): string => join(root, name);
const SMALL = ["--data", data, "--threads", "1", "--sample-rate", "0.5", "--evaluate-every", "4"];

beforeAll(() => writeTinyMnist(data));
afterAll(() => rmSync(root, { recursive: true }));

function checkIn(out: string, ...more: string[]): string[] {
  return ["train", "--preset", "mnist-check-in", ...SMALL, "--rounds", "10", "--out", at(out), ...more];
}

describe("croupier train", () => {
  it("trains, accounts, and leaves a whole run folder", async () => {
    const { status, stdout, stderr } = await runCli(checkIn("whole", "--json"));
    expect(stderr).toMatch(/round 4\/10 \| accuracy .* proven/);
    expect(status).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      preset: "mnist-check-in",
      rounds: 10,
      ended: "all rounds",
      seeded: false,
      runDirectory: at("whole"),
      event: { kind: "repeat", times: 10, of: { kind: "checkInShuffle", users: 240, checkInRate: 0.5 } },
    });
    expect(summary.guarantees[0]).toMatchObject({
      side: "upper",
      status: "proven",
      adjacency: "replace-one",
    });
    expect(summary.accuracy).toBeGreaterThanOrEqual(0);

    const read = (name: string): string => readFileSync(join(at("whole"), name), "utf8");
    expect(JSON.parse(read("ledger.json"))).toEqual(summary.event);
    const metrics = read("metrics.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(metrics.map(({ round }) => round)).toEqual([4, 8, 10]);
    expect(metrics[2].accuracy).toBe(summary.accuracy);
    const report = read("report.html");
    expect(report).toContain("figure proven");
    expect(report).not.toMatch(/NaN|undefined|not private/);
    expect(report).not.toMatch(/(?:src|href)=|url\(/);
    const weights = decodeSafetensors(readFileSync(join(at("whole"), "weights.safetensors")), "weights");
    expect(weights.tensors.map(({ shape }) => shape)).toContainEqual([16, 8, 8, 1]);
    expect(weights.tensors.reduce((total, { values }) => total + values.length, 0)).toBe(13706);
    expect(weights.metadata.privacy).toContain("Proven: epsilon <=");
  });

  it("goes on after a stop, with the same ledger, and ends in the same bits when seeded", async () => {
    const seeded = ["--seed", "4", "--json"];
    const whole = await runCli(checkIn("straight", ...seeded));
    expect(whole.status).toBe(0);
    const stopped = await runCli(checkIn("stopped", ...seeded), (child) => {
      child.stderr?.on("data", (text) => String(text).includes("round 4/") && child.kill("SIGINT"));
    });
    expect(stopped.status).toBe(130);
    const { rounds, ended } = JSON.parse(stopped.stdout);
    expect(ended).toBe("interrupted");
    expect(rounds).toBeLessThan(10);
    const resumed = await runCli([
      "train",
      "--resume",
      at("stopped"),
      "--data",
      data,
      "--threads",
      "2",
      "--json",
    ]);
    expect(resumed.status).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      rounds: 10,
      seeded: true,
      event: JSON.parse(whole.stdout).event,
    });
    const weights = (run: string) => readFileSync(join(at(run), "weights.safetensors"));
    expect(weights("stopped").equals(weights("straight"))).toBe(true);
    expect(readFileSync(join(at("stopped"), "report.html"), "utf8")).toContain("Seeded: not private");
  });

  it("prints a summary and the privacy statement for people", async () => {
    const { status, stdout } = await runCli(checkIn("people", "--seed", "1"));
    expect(status).toBe(0);
    expect(stdout).toMatch(/test accuracy +[\d.]+ %/);
    expect(stdout).toContain("Seeded: not private");
    expect(stdout).toContain("Proven: epsilon <=");
    expect(stdout).toContain("Only if every other user holds the very record");
  });

  it("promises nothing without noise, and writes no ledger", async () => {
    const args = ["train", "--preset", "mnist-nonprivate", "--data", data, "--threads", "1"];
    const run = await runCli([
      ...args,
      "--rounds",
      "60",
      "--batch-size",
      "40",
      "--out",
      at("plain"),
      "--json",
    ]);
    expect(run.status).toBe(0);
    const summary = JSON.parse(run.stdout);
    expect(summary).toMatchObject({ guarantees: [], event: null });
    expect(summary.accuracy).toBeGreaterThan(0.5);
    expect(existsSync(join(at("plain"), "ledger.json"))).toBe(false);
    expect(readFileSync(join(at("plain"), "report.html"), "utf8")).toContain("No privacy guarantee");
  });

  it("meets a target epsilon, and stops before a budget is exceeded", async () => {
    const central = [
      "train",
      "--preset",
      "mnist-central",
      ...SMALL,
      "--rounds",
      "8",
      "--json",
      "--method",
      "rdp-poisson",
    ];
    const target = await runCli([...central, "--target-epsilon", "3", "--out", at("target")]);
    expect(target.status).toBe(0);
    const spent = (text: string): number =>
      JSON.parse(text).guarantees.find(({ method }: { method: string }) => method === "rdp-poisson").epsilon
        .upper;
    expect(spent(target.stdout)).toBeLessThanOrEqual(3);
    expect(spent(target.stdout)).toBeGreaterThan(2.99);
    const { config } = JSON.parse(target.stdout);
    const budget = ["--noise-to-clip", String(config.noiseToClip), "--stop-at-epsilon", "2"];
    const stopped = await runCli([...central, ...budget, "--out", at("budget")]);
    expect(stopped.status).toBe(0);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ ended: "budget" });
    expect(spent(stopped.stdout)).toBeLessThanOrEqual(2);
  });

  it("takes hyperparameters from a file, and flags win over it", async () => {
    writeFileSync(at("mine.json"), JSON.stringify({ rounds: 7, noiseToClip: 3 }));
    const { status, stdout } = await runCli([
      "train",
      "--preset",
      "mnist-check-in",
      "--config",
      at("mine.json"),
      ...SMALL,
      "--rounds",
      "2",
      "--out",
      at("file"),
      "--json",
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).config).toMatchObject({ rounds: 2, noiseToClip: 3, sampleRate: 0.5 });
  });
});

describe("croupier train refuses", () => {
  it.each([
    ["no preset", ["train"], 2, "nothing says what to train"],
    ["an unknown preset", ["train", "--preset", "cifar"], 2, "--preset must be one of"],
    ["an unknown flag", ["train", "--epochs", "3"], 2, "unknown option '--epochs'"],
    ["an unknown command", ["trian"], 2, "unknown command 'trian'"],
    ["a flag without value", ["train", "--rounds"], 2, "argument missing"],
    [
      "a word for a number",
      checkIn("x", "--rounds", "many"),
      2,
      '--rounds must be an integer >= 1, got "many"',
    ],
    ["half a round", checkIn("x", "--rounds", "1.5"), 2, "--rounds must be an integer >= 1, got 1.5"],
    ["an empty number", checkIn("x", "--delta", ""), 2, "--delta must be"],
    ["a delta of 1", checkIn("x", "--delta", "1"), 2, "--delta must be"],
    ["no noise", checkIn("x", "--noise-to-clip", "0"), 2, "--noise-to-clip must be"],
    ["a rate of 2", checkIn("x", "--sample-rate", "2"), 2, "--sample-rate must be"],
    ["a negative seed", checkIn("x", "--seed", "-1"), 2, "--seed must be"],
    ["no threads", checkIn("x", "--threads", "0"), 2, "--threads must be"],
    ["an infinite step", checkIn("x", "--learning-rate", "1e999"), 2, "--learning-rate must be"],
    ["momentum 1", checkIn("x", "--momentum", "1"), 2, "--momentum must be"],
    ["unknown neighbours", checkIn("x", "--adjacency", "similar"), 2, "--adjacency must be one of"],
    ["an unknown model", checkIn("x", "--model", "resnet"), 2, "--model must be one of"],
    [
      "noise and target",
      checkIn("x", "--noise-to-clip", "1", "--target-epsilon", "1"),
      2,
      "noiseToClip must be given",
    ],
    ["a foreign flag", checkIn("x", "--batch-size", "9"), 2, "config.batchSize must be absent"],
    [
      "a batch beyond the data",
      ["train", "--preset", "mnist-nonprivate", "--data", data, "--batch-size", "241", "--out", at("x")],
      2,
      "batchSize must be",
    ],
    ["a budget below one round", checkIn("x", "--stop-at-epsilon", "1e-9"), 2, "stopAtEpsilon must be"],
    [
      "a method that does not apply",
      checkIn("x", "--target-epsilon", "1", "--method", "rdp-poisson"),
      3,
      "rdp-poisson",
    ],
    ["a missing file", ["train", "--config", at("none.json")], 4, "cannot be read"],
    [
      "missing data",
      ["train", "--preset", "mnist-check-in", "--data", at("none"), "--out", at("x")],
      4,
      "none",
    ],
    ["to resume nothing", ["train", "--resume", at("none")], 4, "there is no checkpoint"],
    ["other settings on resume", ["train", "--resume", at("none"), "--rounds", "9"], 2, "remove --rounds"],
  ])("%s", async (_what, args, expected, words) => {
    const { status, stdout, stderr } = await runCli(args);
    expect(stderr).toContain(words);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(status).toBe(expected);
    expect(stdout).toBe("");
    expect(existsSync(at("x"))).toBe(false);
  });

  it("a configuration that is no JSON object, with the place of the error", async () => {
    writeFileSync(at("broken.json"), '{"rounds": }');
    expect(await runCli(["train", "--config", at("broken.json")])).toMatchObject({ status: 2 });
    writeFileSync(at("list.json"), "[]");
    expect(await runCli(["train", "--config", at("list.json")])).toMatchObject({ status: 2 });
  });

  it("to overwrite a folder in use", async () => {
    mkdirSync(at("used"));
    writeFileSync(join(at("used"), "thesis.txt"), "precious");
    const { status, stderr } = await runCli(checkIn("used"));
    expect(status).toBe(2);
    expect(stderr).toContain("is in use");
    expect(readFileSync(join(at("used"), "thesis.txt"), "utf8")).toBe("precious");
  });

  it("a truncated checkpoint", async () => {
    expect((await runCli(checkIn("torn", "--rounds", "2"))).status).toBe(0);
    truncateSync(join(at("torn"), "checkpoint.safetensors"), 5000);
    const { status, stderr } = await runCli(["train", "--resume", at("torn"), "--data", data]);
    expect(status).toBe(4);
    expect(stderr).toContain("checkpoint.safetensors");
  });
});
