import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const TEXT = readFileSync(join(ROOT, "docs/command-line.md"), "utf8");

/** A command and the JSON that the document shows for it. */
const EXAMPLES = [...TEXT.matchAll(/```sh\ncroupier (.*)\n```\n\n```json\n([^`]*)```/g)].map(
  ([, command, shown]) => [command!, JSON.parse(shown!)] as const,
);

/** Six digits, so that the last ones may differ between machines. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item) => (typeof item === "number" ? Number(item.toPrecision(6)) : item)),
  );
}

describe("docs/command-line.md", () => {
  it("has an example of every command", () => {
    const commands = EXAMPLES.map(([command]) => command.split(" ")[0]);
    expect(commands).toEqual(["account", "delta", "rdp", "calibrate"]);
  });

  it.each(EXAMPLES)("croupier %s", (command, shown) => {
    const main = join(ROOT, "dist/apps/cli/croupier.js");
    const { status, stdout } = spawnSync(process.execPath, [main, ...command.split(" ")], {
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(rounded(JSON.parse(stdout))).toEqual(rounded(shown));
  });
});
