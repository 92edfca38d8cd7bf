import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GuaranteesReport, guarantees } from "../../src/accounting/index.js";
import { NO_CHROMIUM, openChromium } from "./_internal/chromium.js";
import { type StaticServer, serveFolder } from "./_internal/static-server.js";

const ROOT = resolve(import.meta.dirname, "../..");

/** All methods together take more than a second. */
const SLOW = {
  kind: "repeat",
  times: 7,
  of: { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } },
} as const;
const OPTIONS = { adjacency: "replace-one", delta: 1e-5 } as const;

/** What the page's functions return. */
interface Timed {
  readonly ticks: number;
  readonly answer: unknown;
}

describe.skipIf(NO_CHROMIUM)(`accounting in a page${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let [browser, server, page]: [Browser?, StaticServer?, Page?] = [];
  beforeAll(async () => {
    browser = await openChromium();
    server = await serveFolder(ROOT, {});
    page = await browser.newPage();
    await page.goto(`${server.url}test/e2e/_pages/accounting.html`);
    await page.waitForFunction("window.isDpError !== undefined");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  function call<Result>(name: string, event: unknown, options: unknown): Promise<Result> {
    return page!.evaluate<Result>(`${name}(${JSON.stringify(event)}, ${JSON.stringify(options)})`);
  }

  it("leaves the page free where a worker answers, and gives the same answer", async () => {
    const inWorker = await call<Timed>("inWorker", SLOW, OPTIONS);
    const inPage = await call<Timed>("inPage", SLOW, OPTIONS);
    expect(inPage.ticks).toBe(0);
    expect(inWorker.ticks).toBeGreaterThan(20);
    expect(inWorker.answer).toEqual(inPage.answer);
    const { guarantees: figures } = guarantees(SLOW, OPTIONS);
    const methods = (inWorker.answer as GuaranteesReport).guarantees;
    expect(methods.map(({ method }) => method)).toEqual(figures.map(({ method }) => method));
    // Engines differ in the last digits of Math.exp, and sums of many terms carry that on.
    for (const [i, { epsilon }] of methods.entries()) {
      expect(epsilon.upper / figures[i]!.epsilon.upper).toBeCloseTo(1, 9);
    }
  });

  it("refuses with a DpError that keeps its code and details", async () => {
    const options = { ...OPTIONS, delta: 2 };
    expect(await call("isDpError", SLOW, options)).toBe(true);
    expect(await call("refusal", SLOW, options)).toMatchObject({
      code: "OUT_OF_RANGE",
      message: expect.stringContaining("guarantees: delta must be"),
      details: { parameter: "guarantees: delta", value: 2 },
    });
  });
});
