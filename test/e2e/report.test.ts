import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { shortAndLong } from "../short-and-long.js";
import { checkTexts, NO_FAULTS } from "./_internal/check-texts.js";
import { NO_CHROMIUM, openChromium } from "./_internal/chromium.js";
import { runBuilt } from "./_internal/run-built.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const MAIN = resolve(import.meta.dirname, "../../dist/apps/cli/croupier.js");
const root = mkdtempSync(join(tmpdir(), "croupier-report-"));
const data = join(root, "data");
const RUNS = {
  "a user's run": ["mnist-check-in", "--sampling-rate", "0.5", "--blocks", "1", "--absentees", "silent"],
  seeded: ["mnist-cldp", "--sampled", "60", "--seed", "5"],
  plain: ["mnist-nonprivate", "--batch-size", "40"],
} as const;
/** With four points in each of the drawings. */
const ROUNDS = ["--rounds", "8", "--evaluate-every", "2"];
type Name = keyof typeof RUNS;
const NAMES = Object.keys(RUNS) as Name[];

const summaries = new Map<Name, { readonly [key: string]: never }>();
const fileOf = (name: Name): string => join(root, name, "report.html");
const reportOf = (name: Name): string => readFileSync(fileOf(name), "utf8");

beforeAll(async () => {
  writeTinyMnist(data);
  for (const name of NAMES) {
    const settings = ["--data", data, "--threads", "1", ...ROUNDS];
    const { stdout } = await runBuilt([
      ...["train", "--preset", ...RUNS[name], ...settings],
      ...["--out", join(root, name), "--json"],
    ]);
    summaries.set(name, JSON.parse(stdout));
  }
}, 60_000);
afterAll(() => rmSync(root, { recursive: true }));

/** Text of a report as a reader copies it. */
function codeOf(report: string, id: string): string {
  const [, text] = new RegExp(`<pre id="${id}"><code>([^<]*)</code></pre>`).exec(report)!;
  const signs: Record<string, string> = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
  };
  return text!.replace(/&[\w#]+;/g, (entity) => signs[entity]!);
}

/** Runs a command line in a shell that knows `croupier`. */
function inShell(command: string, cwd: string): string {
  const script = `croupier() { "$NODE" "$MAIN" "$@"; }\n${command}`;
  return execFileSync("sh", ["-c", script], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE: process.execPath, MAIN },
  });
}

describe("report.html", () => {
  it("says first what is guaranteed to whom, and how far that can be relied on", () => {
    const report = reportOf("a user's run");
    const { guarantees } = summaries.get("a user's run") as never as { guarantees: { epsilon: never }[] };
    expect(guarantees.length).toBeGreaterThan(3);
    const first = /<section class="figure (\w+)"><p class="headline"><span class="big">([^<]+)</.exec(
      report,
    )!;
    expect(first.slice(1)).toEqual(["proven", expect.stringMatching(/^epsilon ≤ [\d.]+$/)]);
    expect(report.indexOf("figure proven")).toBeLessThan(report.indexOf("figure conditional"));
    expect(report).toContain("(replace-one) where one record is replaced by another; delta is 1e-5");
    expect(report).toContain("Only if every other user holds the very record");
    expect(report.match(/<td data-title="status">/g)).toHaveLength(guarantees.length);
    expect(/NaN|undefined|not private/.exec(report)).toBeNull();
  });

  it("says when, with what, on which data, and what came of it", () => {
    const report = reportOf("a user's run");
    const { finished, loss, accuracy } = summaries.get("a user's run") as never as Record<string, number>;
    expect(Math.abs(Date.parse(String(finished)) - Date.now())).toBeLessThan(3_600_000);
    expect(report).toContain(String(finished).slice(0, 16).replace("T", " "));
    expect(report).toContain(`croupier ${manifest.version}`);
    expect(report).toContain("240 training and 60 test examples");
    const shown = (value: number): string => String(Number(value.toPrecision(4)));
    expect(report).toContain(`${shown(loss!)} nats</div><div class="soft">test loss`);
    expect(report).toContain(`${shown(100 * accuracy!)} %</div><div class="soft">test accuracy`);
    for (const title of ["accuracy by round", "loss by round", "Epsilon by round", "accuracy by epsilon"]) {
      expect(report).toContain(`${title}</figcaption>`);
    }
  });

  for (const [cases, options] of shortAndLong(
    ["a user's run", "seeded"] as const,
    (name) => name !== "seeded",
  )) {
    it.each(cases)("prints a command that computes the figures of %s anew", options, (name) => {
      const command = codeOf(reportOf(name), "recompute");
      const { guarantees, notApplicable } = summaries.get(name)!;
      expect(JSON.parse(inShell(`${command} --json`, root))).toMatchObject({ guarantees, notApplicable });
      expect(inShell(command, root).replaceAll("\n", " ")).toContain("epsilon <=");
    });
  }

  it("prints the run's own command, which runs again", () => {
    const command = codeOf(reportOf("a user's run"), "run");
    const elsewhere = command.replace(/--out '.*run'/, "--out again");
    expect(elsewhere).not.toBe(command);
    expect(JSON.parse(inShell(elsewhere, root)).rounds).toBe(8);
  });

  it("marks a seeded run, and one without any guarantee", () => {
    const seeded = reportOf("seeded");
    expect(seeded).toContain('<p class="warning">Seeded: not private.');
    expect(seeded).toContain('<span class="status">proven, seeded: not private</span>');
    expect(seeded.match(/>seeded: not private<\/text>/g)).toHaveLength(4);
    const plain = reportOf("plain");
    expect(plain).toContain("No privacy guarantee");
    expect(/by epsilon|Epsilon by|ledger\.json|proven"/.exec(plain)).toBeNull();
  });

  it("says the same again of the same run, but for time", async () => {
    const out = join(root, "twice");
    const run = [...RUNS.seeded, "--data", data, "--threads", "1", ...ROUNDS];
    await runBuilt(["train", "--preset", ...run, "--out", out]);
    const drawings = (text: string) => text.match(/<svg [\s\S]*?<\/svg>/g);
    expect(drawings(readFileSync(join(out, "report.html"), "utf8"))).toEqual(drawings(reportOf("seeded")));
  });
});

describe.skipIf(NO_CHROMIUM)(`report.html in a browser${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser.close());

  it.each(NAMES)("%s can be read in light and dark, on phones and on wide screens", async (name) => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [380, 700, 1200]) {
        const faults = await checkTexts(browser, fileOf(name), { colorScheme, width });
        expect(faults, `${colorScheme}, ${width}`).toEqual(NO_FAULTS);
      }
    }
  });
});
