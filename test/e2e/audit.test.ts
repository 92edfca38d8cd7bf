import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gaussianEpsilon } from "../../src/accounting/theorems/index.js";
import { runBuilt } from "./_internal/run-built.js";
import { runCli } from "./_internal/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "croupier-audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that the shell runs; the seed makes its answers the same every time. */
function program(name: string, source: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return `node ${path}`;
}

const LINES = 'import { createInterface } from "node:readline";\n';

/** Randomized response that tells the truth three times of four, in turn. */
const RESPONSE = program(
  "response",
  `${LINES}let play = 0;
for await (const bit of createInterface({ input: process.stdin })) console.log(play++ % 4 === 3 ? 1 - bit : bit);`,
);
const ASKED = ["--delta", "1e-5", "--seed", "7", "--trials", "2000"];

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

describe("croupier audit", () => {
  it("refutes a claim that is too small, in words and with exit status 0", async () => {
    const { status, stdout } = await runBuilt(["audit", "--command", RESPONSE, "--claim", "0.25", ...ASKED]);
    expect(status).toBe(0);
    expect(oneLine(stdout)).toMatch(
      /^Claim epsilon = 0\.25 at delta = 1e-5, replace-one is refuted: at 99 % confidence epsilon >= 0\.\d+\. 2,000 of 2,000 plays/,
    );
  });

  it("says that a claim is not refuted, and that this says nothing for it", async () => {
    const { status, stdout } = await runBuilt(["audit", "--command", RESPONSE, "--claim", "2", ...ASKED]);
    expect(status).toBe(0);
    expect(oneLine(stdout)).toMatch(/is not refuted: .* That it is not refuted says nothing for the claim/);
    expect(oneLine(stdout)).toContain("Assumes that the game runs the system");
    expect(oneLine(stdout)).toContain("Conditional: at 99 % confidence");
  });

  it("prints the contract's JSON, the same with the same seed", async () => {
    const line = ["audit", "--command", RESPONSE, "--claim", "0.25", "--adjacency", "zero-out", ...ASKED];
    const [one, other] = [await runBuilt([...line, "--json"]), await runBuilt([...line, "--json"])];
    const report = JSON.parse(one.stdout);
    expect(report).toMatchObject({ verdict: "refuted", claim: 0.25, trials: 2000, interrupted: false });
    expect(report.guarantee).toMatchObject({
      side: "lower",
      method: "audit",
      status: "proven",
      adjacency: "zero-out",
      confidence: 0.99,
      delta: 1e-5,
    });
    expect(report.guarantee.epsilon.upper).toBe("Infinity");
    expect(JSON.parse(other.stdout).guarantee).toEqual(report.guarantee);
    const none = await runBuilt(["audit", "--command", RESPONSE, "--json", ...ASKED]);
    expect(JSON.parse(none.stdout)).toMatchObject({ verdict: "not refuted", claim: null });
  });

  it("starts a command anew that ends after one play", async () => {
    const { status, stdout } = await runBuilt([
      ...["audit", "--command", 'read bit; test "$bit" = 1 && echo inf || echo -inf', "--delta", "0"],
      ...["--trials", "60", "--claim", "0.1", "--seed", "3"],
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("is refuted");
  });

  it("writes a report with the trade-off curve", async () => {
    const file = join(folder, "report.html");
    await runBuilt(["audit", "--command", RESPONSE, "--claim", "0.25", "--out", file, ...ASKED]);
    const html = readFileSync(file, "utf8");
    expect(html).toContain("is refuted: at 99 % confidence");
    expect(html).toContain("claim: no point below");
    expect(html.match(/<svg/g)!.length).toBe(2);
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  });

  it("holds an event against its own best proven figure, or against another claim", async () => {
    const file = join(folder, "event.json");
    writeFileSync(file, JSON.stringify({ kind: "gaussian", noiseToClip: 4 }));
    const line = ["audit", "--event", file, "--delta", "0.02", "--trials", "20000", "--seed", "1", "--json"];
    const own = JSON.parse((await runBuilt(line)).stdout);
    expect(own.verdict).toBe("not refuted");
    expect(own.claim / gaussianEpsilon({ delta: 0.02, noiseMultiplier: 2 })).toBeCloseTo(1, 6);
    expect(own.event).toEqual({ kind: "gaussian", noiseToClip: 4 });
    expect(own.guarantee.epsilon.lower).toBeGreaterThan(0.6 * own.claim);
    const other = JSON.parse((await runBuilt([...line, "--claim", "0.3", "--threads", "1"])).stdout);
    expect(other.guarantee).toEqual(own.guarantee);
    expect(other).toMatchObject({ verdict: "refuted", claim: 0.3 });
  });

  it("plays a shuffle among others who hold what is given, and refuses records that there are not", {
    tags: ["long"],
  }, async () => {
    const file = join(folder, "shuffle.json");
    const event = { kind: "shuffle", users: 2, of: { kind: "gaussian", noiseToClip: 1 } };
    writeFileSync(file, JSON.stringify(event));
    const line = ["audit", "--event", file, "--delta", "0.05", "--adjacency", "zero-out", "--json"];
    const asked = ["--trials", "40000", "--claim", "1.08", "--seed", "1"];
    const [alike, worse] = [
      JSON.parse((await runBuilt([...line, ...asked, "--cohort", "0"])).stdout),
      JSON.parse((await runBuilt([...line, ...asked, "--cohort=-1"])).stdout),
    ];
    expect(alike).toMatchObject({ verdict: "not refuted", cohort: [0], event });
    expect(worse).toMatchObject({ verdict: "refuted", cohort: [-1], event });
    const found = await runBuilt([...line.slice(0, -1), ...asked, "--cohort", "worst"]);
    expect(oneLine(found.stdout)).toMatch(/is refuted: .* The other users hold -1 in turn\./);
    const wrong = await runBuilt([...line, "--cohort", "0,7"]);
    expect(wrong.stderr).toContain("--cohort must be a finite number in [-1, 1], got 7");
    expect(wrong.status).toBe(2);
    const command = await runBuilt(["audit", "--command", RESPONSE, "--cohort", "0", ...ASKED]);
    expect(command.stderr).toContain("--cohort is for --event");
  });

  it("says of which events it knows no game", async () => {
    const file = join(folder, "unknown.json");
    writeFileSync(file, JSON.stringify({ kind: "local", epsilon: 1 }));
    const { status, stderr } = await runBuilt([
      ...["audit", "--event", file, "--delta", "0.02", "--adjacency", "add-or-remove"],
    ]);
    expect(stderr).toContain("no game is known");
    expect(status).toBe(3);
  });

  it("gives the verdict so far on Ctrl-C", async () => {
    const mark = join(folder, "played");
    const slow = program(
      "slow",
      `${LINES}import { writeFileSync } from "node:fs";
let play = 0;
for await (const bit of createInterface({ input: process.stdin })) {
  console.log(bit);
  if (++play === 4000) writeFileSync(${JSON.stringify(mark)}, "");
}`,
    );
    const { status, stdout } = await runCli(
      ["audit", "--command", slow, "--delta", "0", "--trials", "1000000", "--claim", "1", "--json"],
      (child) => {
        const watch = setInterval(() => {
          if (!existsSync(mark)) return;
          clearInterval(watch);
          child.kill("SIGINT");
        }, 20);
        child.on("close", () => clearInterval(watch));
      },
    );
    expect(status).toBe(130);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ verdict: "refuted", interrupted: true, planned: 1_000_000 });
    expect(report.trials).toBeGreaterThan(1000);
    expect(report.trials).toBeLessThan(1_000_000);
    expect(report.looked).toBeLessThanOrEqual(report.trials);
  });

  it.each<[number, string, string]>([
    [1, "--command: it failed", "exit 3"],
    [1, "--command: it failed", "no-such-command-of-ours 2>/dev/null"],
    [1, "--command: it ended before its answer", "true"],
    [1, "no line within 0.5 s; it must flush its output", "sleep 30"],
    [4, '--command must print a number a line, got "hello"', "echo hello; cat"],
    [4, '--command must print a number a line, got "nan"', "echo nan; cat"],
    [4, "--command must print one number for each bit", "echo 1; cat"],
  ])("ends with %d and `%s` where the command is `%s`", async (expected, message, command) => {
    const patience = command === "sleep 30" ? "0.5" : "60";
    const { status, stdout, stderr } = await runBuilt([
      ...["audit", "--delta", "0", "--timeout", patience, "--command", command],
    ]);
    expect(stderr).toContain(message);
    expect(status).toBe(expected);
    expect(stdout).toBe("");
  });

  it("notices a command that dies on the way", async () => {
    const dying = program(
      "dying",
      `${LINES}let play = 0;
for await (const bit of createInterface({ input: process.stdin })) {
  if (++play > 50) process.exit(0);
  console.log(bit);
}`,
    );
    const { status, stderr, stdout } = await runBuilt(["audit", "--delta", "0", "--command", dying]);
    expect(stderr).toContain("it ended before its answer");
    expect([status, stdout]).toEqual([1, ""]);
  });

  it.each<[string, string[]]>([
    ["--command, --event or --run must be given, one of them", ["--delta", "0"]],
    ["--command, --event or --run must be given", ["--delta", "0", "--command", "cat", "--event", "x.json"]],
    ["--delta must be given", ["--command", "cat"]],
    ["--delta must be", ["--command", "cat", "--delta", "1"]],
    ["--canary must be absent without --run", ["--command", "cat", "--delta", "0", "--canary", "dirac"]],
    ["--trials must be an integer >= 1", ["--command", "cat", "--delta", "0", "--trials", "0"]],
    ["--confidence must be", ["--command", "cat", "--delta", "0", "--confidence", "1"]],
    ["--claim must be", ["--command", "cat", "--delta", "0", "--claim", "-1"]],
    ["--out: cannot write", ["--command", "cat", "--delta", "0", "--out", "/no/such/folder/a.html"]],
  ])("refuses with %s", async (message, args) => {
    const { status, stderr } = await runBuilt(["audit", ...args]);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
