import { mkdirSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePorts } from "../../apps/server/_internal/federation/free-ports.js";
import type { DashboardData } from "../../apps/shared/pages/dashboard-data.js";
import { NO_CHROMIUM, openChromium } from "../e2e/_internal/chromium.js";
import { exactDraft, type RunningServer, type Workplace, workplace } from "./_internal/running-server.js";

/** Where pages are drawn to, by whoever wants to look at them. */
const SCREENSHOTS = process.env.CROUPIER_SCREENSHOTS;

const DRAFT = {
  title: "How do you come to work?",
  purpose: "real",
  columns: [
    { kind: "frequencies", column: "commute", categories: ["bicycle", "car", "train", "on foot"] },
    { kind: "histogram", column: "minutes", edges: [0, 15, 30, 60, 120], quantiles: [0.5] },
  ],
  localEpsilon: 2,
  dummies: 1000,
  admission: "credentials",
  rounds: 4,
  floor: 1,
  budget: { epsilon: 4, delta: 1e-6 },
  windowSeconds: 20,
  delaySeconds: 1,
  population: "staff",
};

describe.skipIf(NO_CHROMIUM)(
  `pages of the server${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`,
  { tags: ["slow"], timeout: 180_000 },
  () => {
    let place: Workplace;
    let server: RunningServer;
    let browser: Browser;
    let context: BrowserContext;
    const errors: string[] = [];
    beforeAll(async () => {
      place = workplace();
      const port = await freePorts();
      const study = exactDraft(place, DRAFT);
      server = await place.serve(port, "serve", "--study", study, "--store", "sqlite:survey.db");
      browser = await openChromium();
      context = await browser.newContext();
      context.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) errors.push(message.text());
      });
      context.on("weberror", (error) => errors.push(String(error.error())));
    });
    afterAll(async () => {
      await browser?.close();
      await server?.end("SIGKILL");
      place?.remove();
    });

    async function credential(): Promise<string> {
      const { studies } = (await (await fetch(`${server.url}/v1/studies`)).json()) as { studies: string[] };
      const flags = ["--url", server.url, "--study", studies[0]!, "--json"];
      const { stdout } = await place.run("study", "enrol", "1", ...flags);
      return (JSON.parse(stdout) as { credentials: string[] }).credentials[0]!;
    }

    async function openSurvey(hash: string): Promise<Page> {
      const page = await context.newPage();
      await page.goto(`${server.url}/${hash}`);
      await page.waitForSelector("form");
      return page;
    }

    async function answer(page: Page): Promise<void> {
      await page.check('input[value="train"]');
      await page.fill('input[type="number"][name="question-1"]', "35");
      await page.click('button:has-text("send")');
    }

    async function dashboardData(): Promise<DashboardData> {
      const answered = await fetch(`${server.privateUrl}/dashboard.json`);
      const data = (await answered.json()) as DashboardData;
      expect([answered.status, data]).toMatchObject([200, {}]);
      return data;
    }

    /** Asks, and goes away before, while or after it is answered. */
    async function brokenOff(url: string, afterMs: number): Promise<void> {
      await fetch(url, { signal: AbortSignal.timeout(afterMs) }).catch(() => undefined);
    }

    async function shot(page: Page, name: string): Promise<void> {
      if (SCREENSHOTS === undefined) return;
      mkdirSync(SCREENSHOTS, { recursive: true });
      for (const colorScheme of ["light", "dark"] as const)
        for (const width of [360, 1200]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.screenshot({
            path: `${SCREENSHOTS}/${name}-${colorScheme}-${width}.png`,
            fullPage: true,
          });
        }
    }

    it("a person consents, answers, sees her bytes, and the result of the round", async () => {
      const page = await openSurvey(`#${await credential()}`);
      expect(await page.title()).toBe(DRAFT.title);
      const figures = await page.locator("main table").first().innerText();
      expect(figures).toContain("one operator in both roles");
      expect(figures.match(/\bproven\b/g)).toHaveLength(4);
      await shot(page, "survey-consent");
      await page.check('input[name="consent"]');
      await answer(page);
      await page.waitForSelector("code.bytes");
      const bytes = (await page.innerText("code.bytes")).split(/\s+/);
      expect(bytes).toHaveLength(32 + 2 * (48 + 1));
      await shot(page, "survey-way");
      const collecting = (await dashboardData()).rounds[0]!;
      expect(collecting).toMatchObject({ state: "collecting", reports: null, reportsPerSecond: null });
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => brokenOff(`${server.privateUrl}/dashboard.json`, index)),
      );
      await page.waitForSelector('[data-outcome="accepted"]');
      expect((await dashboardData()).rounds[0]).toMatchObject({ reports: null });
      await page.waitForSelector("#result table", { timeout: 60_000 });
      expect(await page.innerText("#result")).toContain("1 report, and 1,000 dummies a question");
      const tables = await page.locator("#result caption").allInnerTexts();
      expect(tables).toEqual(["commute", "minutes", "Quantiles of minutes"]);
      expect(await page.locator("#result table").last().innerText()).toMatch(
        /0\.5\s+[\d.]+\s+[\d.]+ to [\d.]+/,
      );
      await shot(page, "survey-result");
      await page.close();
    });

    it("an upload that met nobody is kept, and the same bytes are sent by a page that is opened later", async () => {
      const page = await openSurvey("");
      expect(await page.locator('input[name="credential"]').count()).toBe(0);
      let tried: string | undefined;
      await page.route("**/reports", (route) => {
        tried ??= route.request().postDataBuffer()?.toString("hex");
        return route.abort();
      });
      await answer(page);
      await page.waitForSelector("code.bytes");
      const shown = (await page.innerText("code.bytes")).replace(/\s+/g, "");
      await expect.poll(() => tried, { timeout: 20_000 }).toBe(shown);
      await page.close();
      const later = await context.newPage();
      const sent = later.waitForRequest("**/reports");
      await later.goto(server.url);
      expect((await sent).postDataBuffer()?.toString("hex")).toBe(shown);
      await later.waitForSelector("[data-outcome]");
      expect(await later.getAttribute("[data-outcome]", "data-outcome")).toMatch(/^(accepted|closed)$/);
      await later.close();
    });

    it("a person leaves by the keyboard: the form goes, also when the page is opened again", async () => {
      const page = await openSurvey("");
      await page.locator("summary", { hasText: "Leave this study" }).focus();
      await page.keyboard.press("Enter");
      await shot(page, "survey-leaving");
      await page.keyboard.press("Tab");
      expect(await page.locator("[data-leave]:focus").count()).toBe(1);
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-left]");
      expect(await page.locator("form").count()).toBe(0);
      await page.goto(server.url);
      await page.waitForSelector("[data-left]");
      expect([await page.locator("form").count(), await page.innerText("#budget")]).toEqual([
        0,
        expect.stringContaining("this one among them"),
      ]);
      await page.close();
    });

    it("the dashboard shows rounds that are over, what is spent, and both ends of the ledger", async () => {
      await expect
        .poll(
          async () =>
            (await dashboardData()).rounds.every(({ state }) => state === "done" || state === "cancelled"),
          {
            timeout: 60_000,
          },
        )
        .toBe(true);
      const data = await dashboardData();
      expect(data.rounds.at(-1)).toMatchObject({ round: 1, reports: 1, dummies: 1000, invalid: 0 });
      expect(data.spent?.figures.full.epsilon).toBeGreaterThan(0);
      expect(data.operators).toBe(1);
      const { shuffler, analyzer } = data.ledger;
      expect(analyzer).toMatchObject({ isCopied: true });
      expect(analyzer!.rows).toBeGreaterThanOrEqual(shuffler.rows);
      const page = await context.newPage();
      await page.goto(server.privateUrl);
      await page.waitForSelector("meter");
      expect(await page.innerText("main")).toMatch(/epsilon [\d.]+ of 4, at delta 0.000001/);
      await shot(page, "dashboard");
      await page.close();
      expect((await fetch(`${server.url}/dashboard.json`)).status).toBe(404);
    });

    it("pages run nothing from elsewhere, and set no cookie", async () => {
      const answered = await fetch(server.url);
      expect(answered.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(answered.headers.get("set-cookie")).toBeNull();
      expect(answered.headers.get("access-control-allow-origin")).toBeNull();
      expect(errors).toEqual([]);
      expect(await context.cookies()).toEqual([]);
    });
  },
);
