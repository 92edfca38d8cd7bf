import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-audit-run-"));
const at = (name: string): string => join(root, name);
afterAll(() => rmSync(root, { recursive: true }));

const RUNS: Readonly<Record<string, string>> = {
  central: "central --model mnist-hog --sampling-rate 0.2 --clip-bound 1 --target-epsilon 1 --delta 1e-3",
  published:
    "weight-shuffle --model mnist-cnn --sampling-rate 0.1 --clip-bound 1 --batch-clip-bound 1 --calibration published --target-epsilon 1 --adjacency zero-out --delta 1e-5",
  open: "nonprivate --model mnist-hog --batch-size 32",
  cldp: "cldp --model mnist-hog --randomizer linf --local-epsilon 2 --sampled 50 --clip-bound 1 --delta 1e-3",
};

beforeAll(async () => {
  writeTinyMnist(at("data"));
  for (const [name, protocol] of Object.entries(RUNS)) {
    const line = `train --protocol ${protocol} --rounds 6 --learning-rate 0.1 --threads 1 --seed 1`;
    const { status, stderr } = await runBuilt([...line.split(" "), "--data", at("data"), "--out", at(name)]);
    expect(status, stderr).toBe(0);
  }
}, 60_000);

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

async function auditOf(name: string, ...more: string[]) {
  const line = ["audit", "--run", at(name), "--trials", "400", "--seed", "1", "--json", ...more];
  const { status, stdout, stderr } = await runBuilt(line);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

describe("croupier audit --run", () => {
  it("holds a run against its own target, at its own delta and adjacency, and does not refute what is right", async () => {
    const report = await auditOf("central");
    expect(report).toMatchObject({
      verdict: "not refuted",
      claim: 1,
      guarantee: { adjacency: "replace-one", delta: 1e-3, confidence: 0.99, side: "lower" },
      run: { folder: at("central"), protocol: "central", rounds: 6, examples: 240, canary: "random" },
      trials: 400,
    });
  });

  it("holds it against what is proven of its ledger where the question is another", async () => {
    const { claim, guarantee } = await auditOf("central", "--adjacency", "zero-out", "--delta", "0.01");
    expect(claim).toBeLessThan(1);
    expect(claim).toBeGreaterThan(0.1);
    expect(guarantee).toMatchObject({ adjacency: "zero-out", delta: 0.01 });
  });

  it("refutes the published calibration of weights shuffling, by the canary that no permutation moves", async () => {
    const file = at("report.html");
    const report = await auditOf("published", "--out", file);
    expect(report).toMatchObject({ verdict: "refuted", claim: 1, run: { canary: "equal" } });
    expect(readFileSync(file, "utf8")).toContain("6 rounds of weight-shuffle");
    const hidden = await auditOf("published", "--canary", "dirac");
    expect(hidden).toMatchObject({ verdict: "not refuted", run: { canary: "dirac" } });
  });

  it("refutes any claim of a run without noise, and says in words what was played", async () => {
    const line = ["audit", "--run", at("open"), "--delta", "0.01", "--trials", "300", "--claim", "1"];
    const { status, stdout } = await runBuilt([...line, "--seed", "1"]);
    expect(status).toBe(0);
    expect(oneLine(stdout)).toMatch(/^Claim epsilon = 1 at delta = 0.01, replace-one is refuted/);
    expect(oneLine(stdout)).toMatch(
      /Each play is 6 rounds of nonprivate as .* over 240 examples of which one has a gradient of ten clip bounds \(random\) and the others have none/,
    );
  });

  it.each<[number, string, string[]]>([
    [4, "--run must be a folder of croupier train", ["--run", at("nothing")]],
    [2, "--delta must be given: the run is not private", ["--run", at("open")]],
    [
      2,
      "--adjacency must be one of replace-one, zero-out",
      ["--run", at("central"), "--adjacency", "add-or-remove"],
    ],
    [3, "users randomize their own (linf); audit its event", ["--run", at("cldp")]],
    [2, "--canary must be one of", ["--run", at("central"), "--canary", "loud"]],
    [2, "--command, --event or --run must be given", ["--run", at("central"), "--command", "cat"]],
  ])("ends with %d and %s", async (status, message, args) => {
    const result = await runBuilt(["audit", ...args]);
    expect(result.stderr).toContain(message);
    expect(result).toMatchObject({ status, stdout: "" });
  });
});
