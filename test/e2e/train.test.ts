import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeSafetensors } from "../../src/training/safetensors/decode-safetensors.js";
import { runBuilt } from "./_internal/run-built.js";
import { runCli } from "./_internal/run-cli.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-train-"));
const data = join(root, "data");
const at = (name: string): string => join(root, name);
const NETWORK = ["--model", "mnist-cnn", "--noise-to-clip", "1.4", "--weight-decay", "0.004"];
/** Where the figures are not looked at. */
const ONE_METHOD = ["--method", "unshuffled"];
const SMALL = ["--data", data, "--threads", "1", "--sample-rate", "0.5", "--evaluate-every", "5"];

beforeAll(() => writeTinyMnist(data));
afterAll(() => rmSync(root, { recursive: true }));

function checkIn(out: string, ...more: string[]): string[] {
  const rounds = more.includes("--rounds") ? [] : ["--rounds", "10"];
  return ["train", "--preset", "mnist-check-in", ...NETWORK, ...SMALL, ...rounds, "--out", at(out), ...more];
}

describe("croupier train", () => {
  it("trains, accounts, and leaves a whole run folder", async () => {
    const { status, stdout, stderr } = await runCli(checkIn("whole", "--json"));
    expect(stderr).toMatch(/round 5\/10 \| accuracy .* proven/);
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
    expect(metrics.map(({ round }) => round)).toEqual([5, 10]);
    expect(metrics[1].accuracy).toBe(summary.accuracy);
    const report = read("report.html");
    expect(report).toContain("figure proven");
    expect(report).not.toMatch(/NaN|undefined|not private/);
    expect(report).not.toMatch(/(?:src|href)=|url\(/);
    const weights = decodeSafetensors(readFileSync(join(at("whole"), "weights.safetensors")), "weights");
    expect(weights.tensors.map(({ shape }) => shape)).toContainEqual([16, 8, 8, 1]);
    expect(weights.tensors.reduce((total, { values }) => total + values.length, 0)).toBe(13706);
    expect(weights.metadata.privacy).toContain("Proven: epsilon <=");
  });

  it("leaves a ledger that the accountant reads", async () => {
    const trained = await runBuilt(checkIn("ledger", "--json", "--rounds", "4"));
    const ledger = join(at("ledger"), "ledger.json");
    const account = await runBuilt([
      "account",
      "--event",
      ledger,
      "--delta",
      "1e-5",
      "--method",
      "transposition-pld",
      "--json",
    ]);
    const figure = (text: string) =>
      JSON.parse(text).guarantees.find(({ method }: { method: string }) => method === "transposition-pld");
    expect(figure(account.stdout)).toEqual(figure(trained.stdout));
    expect(figure(account.stdout).status).toBe("proven");
  });

  it("goes on after a stop, with the same ledger, and ends in the same bits when seeded", async () => {
    const central = (out: string): string[] => [
      ...["train", "--preset", "mnist-central", ...SMALL, "--rounds", "300", "--seed", "4"],
      ...["--optimizer", "adam", "--learning-rate", "0.01", "--out", at(out), "--json"],
    ];
    const whole = await runCli(central("straight"));
    expect(whole.status).toBe(0);
    const stopped = await runCli(central("stopped"), (child) => {
      child.stderr?.on("data", (text) => String(text).includes("round 5/") && child.kill("SIGINT"));
    });
    expect(stopped.status).toBe(130);
    const { rounds, ended } = JSON.parse(stopped.stdout);
    expect(ended).toBe("interrupted");
    expect(rounds).toBeLessThan(300);
    const resumed = await runCli([
      ...["train", "--resume", at("stopped"), "--data", data, "--threads", "2", "--json"],
    ]);
    expect(resumed.status).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      rounds: 300,
      seeded: true,
      event: JSON.parse(whole.stdout).event,
    });
    const weights = (run: string) => readFileSync(join(at(run), "weights.safetensors"));
    expect(weights("stopped").equals(weights("straight"))).toBe(true);
    expect(readFileSync(join(at("stopped"), "report.html"), "utf8")).toContain("Seeded: not private");
  });

  it("charges a run that diverged for the rounds that showed it, also when it goes on", async () => {
    const wild = ["--learning-rate", "1e15", "--learning-rate-schedule", "constant", "--json", ...ONE_METHOD];
    const { status, stderr } = await runBuilt(checkIn("wild", ...wild));
    expect(status).toBe(1);
    const round = Number(/stopped being finite in round (\d+)/.exec(stderr)![1]);
    const charged = () => JSON.parse(readFileSync(join(at("wild"), "ledger.json"), "utf8")).times;
    expect(charged()).toBe(round);
    expect((await runBuilt(["train", "--resume", at("wild"), "--data", data])).status).toBe(1);
    expect(charged()).toBeGreaterThan(round);
  });

  it("goes on in one process at a time, and on as many examples as before", async () => {
    const long = checkIn("shared", "--rounds", "100000", "--json", ...ONE_METHOD);
    const rival = ["train", "--resume", at("shared"), "--data", data, "--json"];
    let refused: ReturnType<typeof runCli> | undefined;
    const { status } = await runCli(long, (child) => {
      child.stderr?.on("data", (text) => {
        if (refused !== undefined || !String(text).includes("round 5/")) return;
        refused = runCli(rival);
        void refused.then(() => child.kill("SIGINT"));
      });
    });
    expect(status).toBe(130);
    expect(await refused).toMatchObject({ status: 2, stdout: "" });
    expect((await refused!).stderr).toContain("another process is at work");
    expect(existsSync(join(at("shared"), "lock"))).toBe(false);

    const others = join(root, "others");
    writeTinyMnist(others, 300);
    const elsewhere = await runCli(["train", "--resume", at("shared"), "--data", others]);
    expect(elsewhere).toMatchObject({ status: 2 });
    expect(elsewhere.stderr).toContain("began with 240 training examples, got 300");
  });

  it("goes on at once after it was killed", async () => {
    const killed = await runCli(checkIn("killed", "--rounds", "100000", ...ONE_METHOD), (child) => {
      child.stderr?.on("data", (text) => String(text).includes("round 5/") && child.kill("SIGKILL"));
    });
    expect(killed.status).toBeNull();
    expect(existsSync(join(at("killed"), "lock"))).toBe(true);
    const resumed = await runCli(["train", "--resume", at("killed"), "--data", data], (child) => {
      child.stderr?.on("data", (text) => String(text).includes("round ") && child.kill("SIGINT"));
    });
    expect(resumed.status).toBe(130);
  });

  it("prints a summary and the privacy statement for people", async () => {
    const { status, stdout } = await runBuilt(
      checkIn("people", "--seed", "1", "--blocks", "1", "--absentees", "silent"),
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/test accuracy +[\d.]+ %/);
    expect(stdout).toContain("Seeded: not private");
    expect(stdout).toContain("Proven: epsilon <=");
    expect(stdout).toContain("Only if every other user holds the very record");
  });

  it("promises nothing without noise, and writes no ledger", async () => {
    const args = ["train", "--preset", "mnist-nonprivate", "--data", data, "--threads", "1"];
    const run = await runBuilt([
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
    const target = await runBuilt([...central, "--target-epsilon", "3", "--out", at("target")]);
    expect(target.status).toBe(0);
    const spent = (text: string): number =>
      JSON.parse(text).guarantees.find(({ method }: { method: string }) => method === "rdp-poisson").epsilon
        .upper;
    expect(spent(target.stdout)).toBeLessThanOrEqual(3);
    expect(spent(target.stdout)).toBeGreaterThan(2.99);
    const { config } = JSON.parse(target.stdout);
    const budget = ["--noise-to-clip", String(config.noiseToClip), "--stop-at-epsilon", "2"];
    const stopped = await runBuilt([...central, ...budget, "--out", at("budget")]);
    expect(stopped.status).toBe(0);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ ended: "budget" });
    expect(spent(stopped.stdout)).toBeLessThanOrEqual(2);
  });

  it("refuses with one line on stderr, nothing on stdout and a status of its kind", async () => {
    const { status, stdout, stderr } = await runCli(checkIn("refused", "--rounds", "many"));
    expect(stderr).toBe('croupier: --rounds must be an integer >= 1, got "many"\n');
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(existsSync(at("refused"))).toBe(false);
  });
});
