import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "./_internal/run-cli.js";
import { signalAfter } from "./_internal/signal-after.js";

const root = mkdtempSync(join(tmpdir(), "croupier-interrupted-"));
const out = join(root, "out");
const table = join(root, "long.csv");

beforeAll(() => {
  writeFileSync(table, `age\n${"33\n".repeat(20_000_000)}`);
});
afterAll(() => rmSync(root, { recursive: true }));

const EVENT = "check-in-gaussian --users 60000 --check-in-rate 0.1 --rounds 5000 --noise-multiplier 3".split(
  " ",
);
const CALIBRATED = "check-in-gaussian --users 60000 --check-in-rate 0.1 --rounds 5000".split(" ");
const DESIGN =
  "frequencies --categories 100000 --users 60000000 --rounds 1000 --sampled 600000 --target-epsilon 0.5 --delta 1e-9".split(
    " ",
  );
const ANALYZE = "--column age --mean --lower 0 --upper 100 --local-epsilon 2".split(" ");

/** Questions that take longer than the test waits; where they write a file, it is asked for. */
const QUESTIONS: Readonly<Record<string, string[]>> = {
  account: ["account", ...EVENT, "--delta", "1e-5", "--plot", join(root, "account.svg")],
  delta: ["delta", ...EVENT, "--epsilon", "0.5"],
  calibrate: ["calibrate", ...CALIBRATED, "--target-epsilon", "1", "--delta", "1e-5"],
  design: ["design", ...DESIGN, "--plot", join(root, "design.svg")],
  analyze: ["analyze", table, ...ANALYZE, "--plot", join(root, "analyze.svg")],
  experiment: ["experiment", "yjx25-table-2", "--out", out],
};

/**
 * These have nothing to tell before their answer. Both signals' processes run, and are waited for, at once.
 */
describe.each(Object.entries(QUESTIONS))("a signal to %s", (_, line) => {
  it.concurrent.each(["SIGINT", "SIGTERM"] as const)(
    "ends it at once, and nothing is written: %s",
    async (name) => {
      const { signal, stdout, stderr } = await runCli(line, signalAfter(undefined, [name], 1500));
      expect([signal, stdout, stderr]).toEqual([name, "", ""]);
      expect(existsSync(out)).toBe(false);
      expect(readdirSync(root)).toEqual(["long.csv"]);
    },
  );
});
