import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";

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

/** Opens a file and looks at its texts; a page that asks for anything else fails. */
export async function checkTexts(
  browser: Browser,
  file: string,
  { colorScheme, width }: Viewing,
): Promise<TextFaults> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
  try {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    if (asked.length > 1) throw new Error(`the page asks for ${asked.slice(1).join(", ")}`);
    await page.evaluate(readFileSync(CHECKS, "utf8"));
    return await page.evaluate<TextFaults>(
      "Object.fromEntries(Object.entries(textChecks).map(([name, check]) => [name, check()]))",
    );
  } finally {
    await page.close();
  }
}
