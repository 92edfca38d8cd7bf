import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { missing } from "./_internal/programs.js";
import { Terminal } from "./_internal/terminal.js";

/** A prompt with nothing after it: what is typed earlier would be echoed onto the line of progress. */
const PROMPT = /^bash-\S+[#$]$/m;
const root = mkdtempSync(join(tmpdir(), "croupier-interrupt-"));
beforeAll(() => writeFileSync(join(root, "long.csv"), `age\n${"33\n".repeat(20_000_000)}`));
afterAll(() => rmSync(root, { recursive: true }));

describe.skipIf(missing("tmux"))("Ctrl-C in a window", () => {
  let terminal: Terminal;
  afterEach(() => terminal.close());

  it.each([
    ["analyze", "analyze long.csv --column age --mean --lower 0 --upper 100 --local-epsilon 2", /reading/],
    ["audit", "audit --command 'read b; sleep 0.05; echo $b' --delta 0 --trials 100000", /of 100,000 plays/],
  ])("leaves the cursor there, and nothing of the progress of %s", async (_, line, progress) => {
    terminal = new Terminal({ columns: 100, cwd: root });
    terminal.enter(`croupier ${line}`);
    await terminal.shows(progress);
    expect(terminal.hasCursor()).toBe(false);
    terminal.interrupt();
    await terminal.shows(PROMPT);
    terminal.enter("echo ended with $?");
    const screen = await terminal.shows(/^ended with 130$/m);
    expect(screen).not.toMatch(/░/);
    expect(terminal.hasCursor()).toBe(true);
  });
});
