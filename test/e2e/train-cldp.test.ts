import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-cldp-"));
const data = join(root, "data");
beforeAll(() => writeTinyMnist(data));
afterAll(() => rmSync(root, { recursive: true }));

function cldp(preset: string, out: string, ...more: string[]): string[] {
  const sampled = more.includes("--sampled") ? [] : ["--sampled", "150"];
  const short = ["--rounds", "3", ...sampled, "--data", data, "--out", join(root, out), "--json"];
  return ["train", "--preset", preset, ...short, ...more];
}

describe("croupier train with CLDP-SGD", () => {
  it.each([
    ["mnist-cldp-l2", 2, 0.2158, 64 * 13_706],
    ["mnist-cldp-linf", 1.5, 0.5, 15],
  ])(
    "%s randomizes every sampled user's gradient, accounts for that, and says what it sends",
    async (preset, epsilon, mass, bits) => {
      const { status, stdout } = await runBuilt(cldp(preset, preset));
      expect(status).toBe(0);
      const summary = JSON.parse(stdout);
      const of = { kind: "subsampledShuffle", users: 240, sampled: 150, of: summary.event.of.of };
      expect(of.of).toEqual({ kind: "subsetResponse", epsilon, mass: expect.closeTo(mass, 4) });
      expect(summary.event).toEqual({ kind: "repeat", times: 3, of });
      expect(summary.guarantees[0]).toMatchObject({ side: "upper", status: "proven" });
      expect(summary.seeded).toBe(false);
      expect(summary.communication).toEqual({ bitsPerReport: bits, reportsPerUser: 1, bitsPerUser: bits });
      const report = readFileSync(join(root, preset, "report.html"), "utf8");
      expect(report).toContain(`${bits.toLocaleString("en")} bits`);
    },
  );

  it("gives the same run for the same seed on any number of threads", async () => {
    const losses = [];
    for (const threads of ["1", "2"]) {
      const run = cldp("mnist-cldp-l2", `threads-${threads}`, "--seed", "4", "--threads", threads);
      losses.push(JSON.parse((await runBuilt(run)).stdout).loss);
    }
    expect(losses[1]).toBe(losses[0]);
  });

  it.each([
    [["--sampled", "241"], /--sampled must be an integer in \[1, 240\]/],
    [["--local-epsilon", "40"], /--local-epsilon must be/],
    [["--randomizer", "laplace"], /--randomizer must be one of priv-unit, hemisphere, linf, l1/],
    [["--learning-rate-steps", "[[5]]"], /--learning-rate-steps must be a list of \[rounds, value\] pairs/],
  ])("refuses %s", async (flags, message) => {
    const { status, stderr } = await runBuilt(cldp("mnist-cldp-l2", "bad", ...flags));
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
