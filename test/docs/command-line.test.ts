import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBuilt } from "../e2e/_internal/run-built.js";

const ROOT = join(import.meta.dirname, "../..");
const TEXT = readFileSync(join(ROOT, "docs/command-line.md"), "utf8");

/** A command and the JSON that the document shows for it. */
const EXAMPLES = [...TEXT.matchAll(/```sh\ncroupier (.*)\n```\n\n```json\n([^`]*)```/g)].map(
  ([, command, shown]) => [command!, JSON.parse(shown!)] as const,
);

/** A command and the screen of 80 columns that the document shows for it. */
const SCREENS = [...TEXT.matchAll(/```sh\ncroupier (.*)\n```\n\n```text\n([^`]*)```/g)].map(
  ([, command, shown]) => [command!, shown!] as const,
);

/** Six digits, so that the last ones may differ between machines. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item) => (typeof item === "number" ? Number(item.toPrecision(6)) : item)),
  );
}

async function printed(command: string): Promise<string> {
  const { status, stdout } = await runBuilt(command.split(" "), "", { COLUMNS: "80" });
  expect(status).toBe(0);
  return stdout;
}

describe("docs/command-line.md", () => {
  it("has an example of every command", () => {
    const commands = EXAMPLES.map(([command]) => command.split(" ")[0]);
    expect(commands).toEqual(["account", "delta", "rdp", "calibrate"]);
  });

  it.each(EXAMPLES)("croupier %s", async (command, shown) => {
    expect(rounded(JSON.parse(await printed(command)))).toEqual(rounded(shown));
  });

  it("answers four questions as a person sees them", () => {
    expect(SCREENS.map(([command]) => command.split(" ")[0])).toEqual([
      "account",
      "calibrate",
      "delta",
      "design",
    ]);
  });

  it.each(SCREENS)("croupier %s", async (command, shown) => {
    expect(await printed(command)).toBe(shown);
  });
});
