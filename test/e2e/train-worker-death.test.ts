import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decodeCheckpoint } from "../../src/training/checkpoint/decode-checkpoint.js";
import { shortAndLong } from "../short-and-long.js";
import { type CliResult, runCli } from "./_internal/run-cli.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-death-"));
const data = join(root, "data");
const KILLER = pathToFileURL(join(import.meta.dirname, "_workers/kill-worker.mjs")).href;

beforeAll(() => writeTinyMnist(data));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => {
  delete process.env.NODE_OPTIONS;
  delete process.env.KILL_WORKER;
});

const SMALL = ["--data", data, "--threads", "2", "--rounds", "20", "--evaluate-every", "10", "--seed", "8"];
const CENTRAL = ["train", "--preset", "mnist-central", "--sample-rate", "0.5", ...SMALL];
const CLDP = ["train", "--preset", "mnist-cldp", "--sampled", "100", ...SMALL];

/** Runs with a worker that dies; the last of them is the one that accounts. */
async function runKilling(worker: number, args: readonly string[]): Promise<CliResult> {
  process.env.NODE_OPTIONS = `--import ${KILLER}`;
  process.env.KILL_WORKER = String(worker);
  return runCli(args);
}

describe.each([
  ["central", CENTRAL, [0, -1]],
  ["cldp", CLDP, [1]],
] as const)("a worker that dies in mid-run of %s", (protocol, run, victims) => {
  const straight = join(root, protocol);
  const weightsOf = (out: string) => readFileSync(join(out, "weights.safetensors"));
  beforeAll(() => runCli([...run, "--out", straight]), 60_000);

  for (const [cases, options] of shortAndLong(victims, (victim) => victim === -1)) {
    it.each(cases)(
      "number %i: one clear line, a sound checkpoint, the same end when resumed",
      options,
      async (victim) => {
        const out = `${straight}${victim}`;
        const { status, stdout, stderr } = await runKilling(victim, [...run, "--out", out, "--json"]);
        expect(status).toBe(1);
        expect(stdout).toBe("");
        expect(stderr.trim().split("\n").at(-1)).toBe(
          `croupier: train: a worker thread stopped in mid-run; the last checkpoint is sound, go on with croupier train --resume ${out}`,
        );
        expect(existsSync(join(out, "report.html"))).toBe(false);
        const { state } = await decodeCheckpoint(readFileSync(join(out, "checkpoint.safetensors")), out);
        expect(state.round).toBe(10);
        expect(state.ledger).toMatchObject({ kind: "repeat", times: 10 });

        delete process.env.NODE_OPTIONS;
        expect((await runCli(["train", "--resume", out, "--data", data])).status).toBe(0);
        expect(weightsOf(out).equals(weightsOf(straight))).toBe(true);
      },
    );
  }
});
