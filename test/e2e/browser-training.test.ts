import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as mechanisms from "croupier-dp/mechanisms";
import * as random from "croupier-dp/random";
import * as training from "croupier-dp/training";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortAndLong } from "../short-and-long.js";
import { NO_CHROMIUM, openChromium } from "./_internal/chromium.js";
import { serveFolder } from "./_internal/static-server.js";
import { drawnDoubles } from "./_pages/drawn-doubles.mjs";
import { type TinyRun, type TinyRunOptions, tinyRun } from "./_pages/tiny-run.mjs";

/** What the page offers to the tests. */
interface PageWindow {
  readonly tinyRun: (options: TinyRunOptions) => Promise<TinyRun>;
}

const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = "test/e2e/_pages/training.html";
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
const RUNS = [
  { protocol: "central", seed: 5 },
  { protocol: "cldp", seed: 5 },
] as const;

const runsInNode = new Map<TinyRunOptions["protocol"], Promise<TinyRun>>();

/** What a page must come to: the run on two threads in Node, once for each protocol. */
function inNodeOf({ protocol, seed }: (typeof RUNS)[number]): Promise<TinyRun> {
  const run = runsInNode.get(protocol) ?? tinyRun({ training, random }, { protocol, seed, threads: 2 });
  runsInNode.set(protocol, run);
  return run;
}

/** How many entries differ; for long arrays, of which a message would show every entry. */
function differences(first: readonly number[], second: readonly number[]): number {
  expect(first.length).toBe(second.length);
  return first.filter((entry, i) => entry !== second[i]).length;
}

async function bundlePage(outDir: string): Promise<void> {
  const root = join(ROOT, "test/e2e/_pages");
  const input = join(root, "bundled.html");
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, rollupOptions: { input } },
  });
}

describe.skipIf(NO_CHROMIUM)(`training in a page${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser.close());

  /**
   * Opens the page of a folder that is served with the given headers, and hands it over once its script has
   * run.
   */
  async function inPage<Result>(
    headers: Readonly<Record<string, string>>,
    use: (page: Page) => Promise<Result>,
    { folder = ROOT, path = PAGE, init = "" } = {},
  ): Promise<Result> {
    const server = await serveFolder(folder, headers);
    const page = await browser.newPage();
    try {
      await page.addInitScript(init);
      await page.goto(server.url + path);
      await page.waitForFunction("window.tinyRun !== undefined");
      return await use(page);
    } finally {
      await page.close();
      await server.close();
    }
  }

  function runIn(page: Page, options: TinyRunOptions): Promise<TinyRun> {
    return page.evaluate((given) => (globalThis as unknown as PageWindow).tinyRun(given), options);
  }

  async function refusalIn(page: Page, options: TinyRunOptions): Promise<string> {
    return page.evaluate(
      (given) =>
        (globalThis as unknown as PageWindow).tinyRun(given).then(
          () => "no refusal",
          ({ name, code, message }) => `${name} ${code} ${message}`,
        ),
      options,
    );
  }

  for (const [cases, options] of shortAndLong(RUNS, ({ protocol }) => protocol !== "cldp")) {
    it.each(cases)(
      "of $protocol with three threads gives Node's bits where it is isolated",
      options,
      async (run) => {
        const inNode = await inNodeOf(run);
        const there = await inPage(ISOLATED, async (page) => {
          expect(await page.evaluate("crossOriginIsolated")).toBe(true);
          return runIn(page, { ...run, threads: 3 });
        });
        expect(there.threads).toBe(3);
        expect(there.losses).toEqual(inNode.losses);
        expect(differences(there.weights, inNode.weights)).toBe(0);
        expect(there.epsilon).toBeCloseTo(inNode.epsilon, 12);
      },
    );
  }

  for (const [cases, options] of shortAndLong(RUNS, ({ protocol }) => protocol === "cldp")) {
    it.each(cases)(
      "of $protocol gives the same bits with one thread where it is not",
      options,
      async (run) => {
        const inNode = await inNodeOf(run);
        const there = await inPage({}, async (page) => {
          expect(await page.evaluate("typeof SharedArrayBuffer")).toBe("undefined");
          return runIn(page, { ...run, threads: 3 });
        });
        expect(there.threads).toBe(1);
        expect(there.losses).toEqual(inNode.losses);
        expect(differences(there.weights, inNode.weights)).toBe(0);
      },
    );
  }

  it("draws from the platform's CSPRNG without a seed, and prints its figure", async () => {
    const [first, second, statement] = await inPage({}, async (page) => [
      await runIn(page, { protocol: "central", threads: 1 }),
      await runIn(page, { protocol: "central", threads: 1 }),
      await page.textContent("#statement"),
    ]);
    expect(differences(first.weights, second.weights)).toBeGreaterThan(first.weights.length / 2);
    console.log(`the page says: ${statement}`);
    expect(statement).toMatch(/^ε ≤ 2\.098\d+ at δ = 0\.0001, zero-out \(pld-poisson, proven\)$/);
  });

  it("loads from a bundle that Vite made of the package, and draws the same doubles", async () => {
    const folder = mkdtempSync(join(tmpdir(), "croupier-page-"));
    try {
      await bundlePage(folder);
      const inNode = await inNodeOf(RUNS[1]);
      const [there, doubles] = await inPage(
        ISOLATED,
        async (page) => [
          await runIn(page, { ...RUNS[1], threads: 2 }),
          await page.evaluate("drawnDoubles()"),
        ],
        { folder, path: "bundled.html" },
      );
      expect(there.threads).toBe(2);
      expect(differences(there.weights, inNode.weights)).toBe(0);
      expect(differences(doubles as number[], drawnDoubles(random, mechanisms))).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const SEEDED = { protocol: "central", threads: 1, seed: 5 } as const;
  const PRIVATE = { protocol: "central", threads: 1 } as const;
  const REFUSALS: readonly [string, TinyRunOptions, RegExp, string?, Readonly<Record<string, string>>?][] = [
    [
      "without WebAssembly",
      SEEDED,
      /^DpError UNSUPPORTED kernels: .* got no WebAssembly; use/,
      "delete globalThis.WebAssembly",
    ],
    [
      "without SIMD",
      SEEDED,
      /^DpError UNSUPPORTED kernels: .* got WebAssembly without SIMD; use/,
      "WebAssembly.validate = () => false",
    ],
    [
      "without a CSPRNG",
      PRIVATE,
      /^DpError UNSUPPORTED secureSource: .*getRandomValues, got none; use/,
      "delete Crypto.prototype.getRandomValues",
    ],
    [
      "that may not start workers",
      SEEDED,
      /^DpError UNSUPPORTED workers: .*could not start a Web Worker; .*worker-src/,
      "",
      { "content-security-policy": "worker-src 'none'" },
    ],
  ];
  it.each(REFUSALS)("%s is refused with advice", async (_what, run, refusal, init = "", headers = {}) => {
    expect(await inPage(headers, (page) => refusalIn(page, run), { init })).toMatch(refusal);
  });

  it("names the file that the server does not have", async () => {
    const refusal = await inPage({}, async (page) => {
      await page.route("**/kernels.wasm", (route) => route.fulfill({ status: 404 }));
      return refusalIn(page, SEEDED);
    });
    expect(refusal).toMatch(
      /^DpError DATA_UNREADABLE kernels: cannot load http.*kernels\.wasm \(status 404\);/,
    );
  });
});
