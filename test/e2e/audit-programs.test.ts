import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "./_internal/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "croupier-audit-programs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const oneLine = (text: string): string => text.replace(/\s+/g, " ");
const audit = (command: string, ...more: string[]) =>
  runCli(["audit", "--command", command, "--delta", "0", ...more]);

describe("croupier audit --command", () => {
  it("does not read a line without end", async () => {
    const { status, stderr, stdout } = await audit("cat /dev/zero");
    expect(stderr).toMatch(
      /^croupier: --command must print a number a line, got more than 65,536 characters without a line's end; .*\n$/,
    );
    expect([status, stdout]).toEqual([4, ""]);
  });

  it("does not read lines without end", async () => {
    const { status, stderr } = await audit("yes 1");
    expect(stderr).toContain("--command must print one number for each bit, and nothing else");
    expect(status).toBe(4);
  });

  it.each([
    ["a program that goes on", "cat"],
    ["one that is started for each play", "read bit; echo $bit"],
  ])("ends with its report although something holds the output of %s", async (_, command) => {
    const pids = join(folder, "pids");
    const holder = `setsid sh -c 'echo $$ >> ${pids}; exec sleep 300' &`;
    const holds = `until grep -qx $! ${pids} 2>/dev/null; do sleep 0.01; done;`;
    const holding = `${holder} ${holds} ${command}`;
    const { status, stdout } = await audit(holding, "--trials", "2");
    for (const pid of readFileSync(pids, "utf8").trim().split("\n")) process.kill(Number(pid));
    rmSync(pids);
    expect(status).toBe(0);
    expect(stdout).toContain("2 of 2 plays");
  });

  it("shows how a program died, and the last line of its error output", async () => {
    const dying = "echo Traceback >&2; printf 'ValueError: \\033[31mno column\\n\\n' >&2; exit 3";
    const { status, stderr } = await audit(dying, "--trials", "2");
    expect(stderr.split("\n").at(-2)).toBe(
      "croupier: --command: it failed (exit status 3); the last line of its error output: ValueError: \\u001b[31mno column",
    );
    expect(status).toBe(1);
    expect((await audit("kill -SEGV $$", "--trials", "2")).stderr).toContain("it failed (SIGSEGV)");
  });
});

describe("scores that point the other way", () => {
  const loss = "sed -u 's/1/-1/'";

  it("are told, without a bound and with the flag that reverses them beforehand", async () => {
    const { stdout } = await audit(loss, "--trials", "300", "--seed", "1");
    expect(oneLine(stdout)).toMatch(
      /epsilon >= 0 .*Opposite guesses would have been right too often for chance: .* hint and no bound\. Audit again with --reverse-scores, and with new plays/,
    );
    const { guarantee, scoresSeemReversed } = JSON.parse(
      (await audit(loss, "--trials", "300", "--json")).stdout,
    );
    expect(scoresSeemReversed).toBe(true);
    expect(guarantee.epsilon).toEqual({ lower: 0, estimate: 0, upper: "Infinity" });
  });

  it("are reversed by the flag, and the rule is told in the program's own scores", {
    tags: ["long"],
  }, async () => {
    const line = ["--trials", "300", "--reverse-scores", "--claim", "1"];
    const { stdout } = await audit(loss, ...line);
    expect(oneLine(stdout)).toContain("is refuted");
    expect(oneLine(stdout)).toContain('guessed "present" up to score -1 and "absent" above -1.');
    const report = JSON.parse((await audit(loss, ...line, "--json")).stdout);
    expect(report).toMatchObject({ reversed: true, scoresSeemReversed: false, verdict: "refuted" });
    expect(oneLine((await audit("cat", ...line)).stdout)).toContain("Audit again without --reverse-scores");
  });

  it("are not suspected where nothing is to be learnt, nor where something is proven", async () => {
    for (const command of ["while read bit; do echo 0; done", "cat"]) {
      const { stdout } = await audit(command, "--trials", "300", "--seed", "1", "--json");
      expect(JSON.parse(stdout).scoresSeemReversed).toBe(false);
    }
  });

  it("are a command's alone", async () => {
    const file = join(folder, "event.json");
    writeFileSync(file, JSON.stringify({ kind: "gaussian", noiseToClip: 4 }));
    const { status, stderr } = await runCli(["audit", "--event", file, "--delta", "0.1", "--reverse-scores"]);
    expect(stderr).toContain("--reverse-scores must be absent without --command");
    expect(status).toBe(2);
  });
});

describe("--fail-on-refuted", () => {
  it("ends with 5 where the claim is refuted, with 0 where it is not, and prints the report", async () => {
    const line = ["--trials", "300", "--fail-on-refuted"];
    const refuted = await audit("cat", ...line, "--claim", "1", "--json");
    expect(refuted.status).toBe(5);
    expect(JSON.parse(refuted.stdout).verdict).toBe("refuted");
    expect((await audit("cat", ...line, "--claim", "20")).status).toBe(0);
    expect((await audit("cat", "--trials", "300", "--claim", "1")).status).toBe(0);
  });

  it("needs something that may be refuted", async () => {
    const { status, stderr, stdout } = await audit("cat", "--trials", "300", "--fail-on-refuted");
    expect(stderr).toContain("--fail-on-refuted needs a claim that may be refuted; give --claim");
    expect([status, stdout]).toEqual([2, ""]);
  });
});

it("names the number of plays where a report says how to repeat the audit", { tags: ["long"] }, async () => {
  const file = join(folder, "report.html");
  await audit("read bit; sleep 0.1; echo $bit", "--out", file, "--seed", "1", "--trials", "3");
  expect(readFileSync(file, "utf8")).not.toMatch(/--trials 3 --trials/);
  const { stderr } = await audit("cat", "--out", file, "--seed", "1");
  expect(stderr).toContain("10,000 plays");
  expect(readFileSync(file, "utf8")).toContain("--seed 1 --trials 10000</code>");
});
