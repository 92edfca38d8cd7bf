import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortAndLong } from "../short-and-long.js";
import { runCli } from "./_internal/run-cli.js";
import { signalAfter } from "./_internal/signal-after.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-audit-stop-"));
const at = (name: string): string => join(root, name);
afterAll(() => rmSync(root, { recursive: true }));

/**
 * A play of each system takes some tenths of a second, so that the fewest plays that are planned are enough
 * to be interrupted.
 */
const SYSTEMS: Readonly<Record<string, string[]>> = {
  run: ["--run", at("run"), "--claim", "1e-9"],
  command: ["--command", "read bit; sleep 0.3; echo $bit", "--delta", "0", "--claim", "1"],
  event: ["--event", at("event.json"), "--delta", "1e-3", "--claim", "1e-9"],
};

beforeAll(async () => {
  const event = { kind: "shuffle", users: 3_000_000, of: { kind: "gaussian", noiseToClip: 0.01 } };
  writeFileSync(at("event.json"), JSON.stringify(event));
  writeTinyMnist(at("data"));
  const line =
    "train --protocol nonprivate --model mnist-hog --batch-size 32 --rounds 2000 --evaluate-every 2000 --learning-rate 0.1 --threads 1 --seed 1";
  const { status, stderr } = await runCli([...line.split(" "), "--data", at("data"), "--out", at("run")]);
  expect(status, stderr).toBe(0);
}, 60_000);

for (const [cases, options] of shortAndLong(Object.entries(SYSTEMS), ([name]) => name !== "event")) {
  describe.each(cases)("an audit of a %s", options, (name, flags) => {
    const line = ["audit", ...flags, ...(name === "run" ? ["--delta", "0.01"] : [])];

    it("says how many plays it will make, and ends at the first signal with the verdict so far", async () => {
      const { status, stdout, stderr } = await runCli(
        [...line, "--json"],
        signalAfter(" plays, in ", ["SIGINT"], 5000),
      );
      expect(stderr).toMatch(
        /^croupier: a play takes some [\d.e-]+ s: [\d,]+ plays, in .*; --trials says otherwise, Ctrl-C ends with the verdict so far\n$/,
      );
      expect(status).toBe(130);
      const { planned, trials, looked, interrupted } = JSON.parse(stdout);
      expect(stderr).toContain(`${planned.toLocaleString("en")} plays`);
      expect(interrupted).toBe(true);
      expect(trials).toBeGreaterThan(0);
      expect(trials).toBeLessThan(planned);
      expect(looked).toBeLessThanOrEqual(trials);
    });

    it("ends at the second signal at the latest", async () => {
      const { status, signal } = await runCli(line, signalAfter(" plays, in ", ["SIGTERM", "SIGTERM"], 500));
      expect([143, null]).toContain(status);
      expect(status === null ? signal : "SIGTERM").toBe("SIGTERM");
    });
  });
}

describe("an audit before its first play", () => {
  it("ends at the first signal, with what it started", async () => {
    const pid = at("pid");
    const hanging = `echo $$ > ${pid}; echo ready >&2; sleep 600`;
    const { status, stdout, stderr } = await runCli(
      ["audit", "--command", hanging, "--delta", "0"],
      signalAfter("ready", ["SIGTERM"]),
    );
    expect(stderr).toBe("ready\ncroupier: audit: interrupted before the first play\n");
    expect([status, stdout]).toEqual([143, ""]);
  });

  it("ends while it searches for a cohort", async () => {
    const search = ["audit", ...SYSTEMS.event!, "--cohort", "worst"];
    const { signal, stdout } = await runCli(search, signalAfter(undefined, ["SIGINT"], 1500));
    expect([signal, stdout]).toEqual(["SIGINT", ""]);
  });
});
