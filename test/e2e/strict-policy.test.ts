import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import { NO_CHROMIUM, openChromium } from "./_internal/chromium.js";
import { serveFolder } from "./_internal/static-server.js";

const ROOT = resolve(import.meta.dirname, "../..");

/** The policy under which all works; workers get it too, with their scripts. */
const POLICY: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "croupier-dp",
  "report-uri": "/violations",
};

/** What a task of the page came to. */
interface Outcome {
  readonly result: unknown;
  /** In the page. */
  readonly violations: readonly string[];
  /** In the page and its workers, as the browser reports them to the server. */
  readonly reports: number;
}

describe.skipIf(NO_CHROMIUM)(`a page with a strict policy${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser?.close());

  async function outcomeOf(task: string, changes: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    const policy = Object.entries({ ...POLICY, ...changes }).map((directive) => directive.join(" "));
    const paths: string[] = [];
    const headers = { "content-security-policy": policy.join("; ") };
    const server = await serveFolder(ROOT, headers, (path) => paths.push(path));
    const page = await browser.newPage();
    try {
      await page.goto(`${server.url}test/e2e/_pages/strict.html`);
      await page.waitForFunction("window.run !== undefined");
      const outcome = await page.evaluate<Omit<Outcome, "reports">>(`run(${JSON.stringify(task)})`);
      await page.evaluate("breakPolicy()");
      const reports = () => paths.filter((path) => path === "/violations").length;
      await expect.poll(reports, { timeout: 30_000 }).toBeGreaterThan(outcome.violations.length);
      return { ...outcome, reports: reports() - 1 };
    } finally {
      await page.close();
      await server.close();
    }
  }

  it("accounts in a worker", async () => {
    const [first] = guarantees(
      { kind: "gaussian", noiseMultiplier: 3 },
      { adjacency: "replace-one", delta: 1e-5 },
    ).guarantees;
    const { result, ...rest } = await outcomeOf("account", { "script-src": "'self'" });
    expect(result).toBeCloseTo(first!.epsilon.upper, 9);
    expect(rest).toEqual({ violations: [], reports: 0 });
  });

  it.each([
    ["train", 2],
    ["audit", "not refuted"],
  ])("%ss in workers", async (task, result) => {
    expect(await outcomeOf(task)).toEqual({ result, violations: [], reports: 0 });
  });

  it("reports what it forbids", async () => {
    const { violations, reports } = await outcomeOf("account", { "worker-src": "'none'" });
    expect(violations).toEqual([expect.stringMatching(/^worker-src http.*accounting-worker\.js$/)]);
    expect(reports).toBe(1);
  });

  it.each([
    [
      "account",
      { "worker-src": "'none'" },
      /^DpError UNSUPPORTED workers: .*could not start.* worker-src 'self'$/,
    ],
    [
      "account",
      { "trusted-types": "another" },
      /^DpError UNSUPPORTED workers: .*could not start.* trusted-types allow croupier-dp,/,
    ],
    [
      "train",
      { "script-src": "'self'" },
      /^DpError UNSUPPORTED kernels: .*may not compile.* script-src 'self' 'wasm-unsafe-eval'$/,
    ],
    ["train", { "connect-src": "'none'" }, /^DpError DATA_UNREADABLE kernels: .* allow connect-src 'self'$/],
  ])("that forbids to %s has its directive named: %o", async (task, changes, refusal) => {
    expect((await outcomeOf(task, changes)).result).toMatch(refusal);
  });
});
