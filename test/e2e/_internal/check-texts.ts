import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";

const CHECKS = join(import.meta.dirname, "../_pages/text-checks.js");

export interface Viewing {
  readonly colorScheme: "light" | "dark";
  readonly width: number;
}

/** What is wrong with the texts of a page. */
export interface TextFaults {
  readonly faint: readonly string[];
  readonly overlapping: readonly string[];
  readonly overflowing: readonly string[];
}

export const NO_FAULTS: TextFaults = { faint: [], overlapping: [], overflowing: [] };

/** The page of each browser, in which one file is opened after the other: a new one takes longer. */
const pages = new WeakMap<Browser, Promise<Page>>();

/** Opens a file and looks at its texts; a page that asks for anything else fails. */
export async function checkTexts(
  browser: Browser,
  file: string,
  { colorScheme, width }: Viewing,
): Promise<TextFaults> {
  const opened = pages.get(browser) ?? browser.newPage();
  pages.set(browser, opened);
  const page = await opened;
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  const asked: string[] = [];
  const note = (request: { readonly url: () => string }): number => asked.push(request.url());
  page.on("request", note);
  try {
    await page.goto(pathToFileURL(file).href);
    if (asked.length > 1) throw new Error(`the page asks for ${asked.slice(1).join(", ")}`);
    await page.evaluate(readFileSync(CHECKS, "utf8"));
    return await page.evaluate<TextFaults>(
      "Object.fromEntries(Object.entries(textChecks).map(([name, check]) => [name, check()]))",
    );
  } finally {
    page.off("request", note);
  }
}
