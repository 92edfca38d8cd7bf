import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { shortAndLong } from "../../short-and-long.js";
import { writeTinyMnist } from "../_internal/tiny-mnist.js";
import { missing } from "./_internal/programs.js";
import { screenOf } from "./_internal/screen-of.js";
import { Terminal, widthOf } from "./_internal/terminal.js";

const root = mkdtempSync(join(tmpdir(), "croupier-screens-"));
beforeAll(() => writeTinyMnist(join(root, "data")));
afterAll(() => rmSync(root, { recursive: true }));

const train = (out: string, ...more: string[]): string[] => [
  ...[
    "train",
    "--preset",
    "mnist-check-in",
    "--data",
    "data",
    "--threads",
    "1",
    "--seed",
    "1",
    "--sampling-rate",
    "0.9",
  ],
  // Whole vectors, of which there are conditional figures too.
  ...["--blocks", "1", "--absentees", "silent", "--out", out, ...more],
];
const FOUR_ROUNDS = ["--rounds", "4", "--evaluate-every", "2"];
const ENDLESS = ["--rounds", "100000", "--evaluate-every", "3"];

/** Times and speeds are this machine's, and the bar takes what room they leave. */
function settled(screen: string): string {
  return screen
    .replace(/[^\r\n]*\r(?!\n)/g, "")
    .replace(/(time +)\d+ s/, "$1? s")
    .replace(/[\d,]+ examples\/s/g, "? examples/s")
    .replace(/\d+s left/g, "?s left")
    .replace(/█+/g, "█");
}

describe.skipIf(missing("script"))("croupier train in a terminal", () => {
  for (const [cases, options] of shortAndLong([80, 120], (columns) => columns > 80)) {
    it.each(cases)("says what came of a run in %d columns", options, async (columns) => {
      const screen = settled(screenOf(columns, train(`run-${columns}`, ...FOUR_ROUNDS), root));
      await expect(screen).toMatchFileSnapshot(`_screens/train-${columns}.txt`);
      expect(widthOf(screen)).toBeLessThanOrEqual(columns);
      expect(screen).toContain("Seeded: not private.");
      expect(screen).toMatch(/Proven: epsilon <= [\d.]+ at delta = 1e-5, replace-one/);
      expect(screen.indexOf("Proven:")).toBeLessThan(screen.indexOf("Conditional:"));
    });
  }
});

describe.skipIf(missing("tmux"))("croupier train in a window", () => {
  let terminal: Terminal;
  afterEach(() => terminal.close());

  const progress = (lines: readonly string[]): string[] =>
    lines.filter((line) => /epsilon|░|left$/.test(line));

  it("keeps one line of progress however the window changes, and leaves the last state", {
    tags: ["long"],
  }, async () => {
    terminal = new Terminal({ columns: 120, cwd: root });
    // On an empty screen tmux moves broken lines out of sight, whatever the cursor rests on.
    terminal.enter("seq 1000 1060");
    terminal.enter(`croupier ${train("window", ...ENDLESS).join(" ")}`);
    await terminal.shows(
      /round \d+\/100000 \| accuracy [\d.]+ % \| epsilon [\d.]+ proven, [\d.]+ conditional \| .* left/,
    );
    for (const [columns, expected] of [
      [60, /^accuracy [\d.]+ % \| epsilon [\d.]+ proven \| .* left$/m],
      [25, /^epsilon [\d.]+ proven$/m],
      [100, /accuracy [\d.]+ % \| epsilon [\d.]+ proven/],
      [33, /^epsilon [\d.]+ proven/m],
      [80, /accuracy [\d.]+ % \| epsilon [\d.]+ proven/],
    ] as const) {
      terminal.resize(columns);
      await terminal.shows(
        expected,
        (lines) => progress(lines).length === 1 && widthOf(progress(lines)[0]!) < columns,
      );
    }
    terminal.interrupt();
    const screen = await terminal.shows(/interrupted[\s\S]*[#$]\s*$/);
    expect(screen).toMatch(/\nresult\ntest accuracy/);
    expect(screen.split("\n").filter((line) => /round \d/.test(line))).toHaveLength(1);
  });

  it("gives the cursor back", async () => {
    terminal = new Terminal({ columns: 80, cwd: root });
    terminal.enter(`croupier ${train("cursor", ...ENDLESS).join(" ")}`);
    await terminal.shows(/round \d+/);
    expect(terminal.hasCursor()).toBe(false);
    terminal.interrupt();
    await terminal.shows(/[#$]\s*$/);
    expect(terminal.hasCursor()).toBe(true);
  });
});
