import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Why tests in a page are skipped; never in continuous integration, where a missing browser is a failure. */
export const NO_CHROMIUM: string | undefined =
  existsSync(EXECUTABLE) || process.env.CI !== undefined
    ? undefined
    : `skipped: no ${EXECUTABLE}; install Debian's package chromium, or name a browser in CHROMIUM`;

/** Starts headless Chromium with an empty profile. */
export function openChromium(): Promise<Browser> {
  const off = ["gpu", "quic", "background-networking", "component-update", "sync"];
  const args = ["--no-sandbox", "--no-first-run", ...off.map((feature) => `--disable-${feature}`)];
  return chromium.launch({ executablePath: EXECUTABLE, args });
}
