import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { askCli } from "./_internal/ask-cli.js";

const EVENT = JSON.stringify({ kind: "gaussian", noiseToClip: 4 });

describe.skipIf(!existsSync("/dev/zero"))("a file that never ends", () => {
  it.each([
    ["an event's", ["account", "--event", "/dev/zero", "--delta", "1e-5"], "--event: cannot read /dev/zero"],
    [
      "an audited event's",
      ["audit", "--event", "/dev/zero", "--delta", "1e-5"],
      "--event: cannot read /dev/zero",
    ],
    ["a configuration's", ["train", "--config", "/dev/zero"], "--config /dev/zero cannot be read"],
  ])("is %s: refused after 64 MiB", async (_, line, message) => {
    const { status, stdout, stderr } = await askCli(line);
    expect(stderr).toBe(`croupier: ${message}: it has more than 64 MiB\n`);
    expect([status, stdout]).toEqual([4, ""]);
  });
});

it("reads an event from standard input, a long one too", async () => {
  const line = ["account", "--delta", "1e-5", "--json", "--event"];
  const asked = await askCli([...line, "-"], `\uFEFF${EVENT}`);
  expect(asked.status).toBe(0);
  expect(JSON.parse(asked.stdout).event).toEqual(JSON.parse(EVENT));
  const long = await askCli([...line, "-"], `${EVENT}${" ".repeat(200_000)}`);
  expect(long.stdout).toBe(asked.stdout);
});
