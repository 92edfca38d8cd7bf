import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gatherConfig } from "../../apps/cli/_internal/train/gather-config.js";
import { hyperparametersOf } from "../../apps/cli/_internal/train/train-flags.js";
import { croupierProgram } from "../../apps/cli/croupier-program.js";
import { serverProgram } from "../../apps/server/server-program.js";
import {
  argumentsOfCroupier,
  argumentsOfServer,
  codeBlocksOf,
  PAGES,
  placeOf,
} from "../../scripts/docs/code-blocks.js";
import { ROOT } from "../../scripts/docs/user-project.js";
import type { PresetName } from "../../src/training/config/presets.js";
import { runBuilt } from "../e2e/_internal/run-built.js";

const SHELL = PAGES.flatMap(codeBlocksOf).filter(({ language }) => language === "sh");
const SCRIPTS = Object.keys(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts);

/** The commands of blocks; a line that ends in a backslash goes on. */
const commandsOf = (blocks: typeof SHELL) =>
  blocks.flatMap((block) =>
    block.code
      .replace(/\\\n\s*/g, "")
      .split("\n")
      .flatMap((line) => line.split("&&"))
      .map((command) => command.replace(/\s#.*/, "").trim())
      .filter((command) => command !== "")
      .map((command) => [placeOf(block), command] as const),
  );

const COMMANDS = commandsOf(SHELL);
const SHOWN = SHELL.filter(({ output }) => output !== undefined);

const argumentsOf = (command: string): string[] | undefined => argumentsOfCroupier(command)?.split(/\s+/);

/** A run goes on with the configuration that it has; any other must be one. */
function checkTraining(flags: Record<string, unknown> & { preset?: PresetName }): void {
  if (flags.resume === undefined && flags.config === undefined)
    gatherConfig({ preset: flags.preset, flags: hyperparametersOf(flags) });
}

/** Commander's reading of a command line: commands, flags and values are checked, and nothing is done. */
async function parse(argv: readonly string[]): Promise<void> {
  const program = croupierProgram().configureOutput({ outputError: () => {}, writeOut: () => {} });
  for (const command of program.commands) command.action(() => {});
  program.commands.find((command) => command.name() === "train")!.action(checkTraining);
  await program.parseAsync(argv, { from: "user" });
}

/** The same for the server, whose keys stand for any. */
async function parseServer(argv: readonly string[]): Promise<void> {
  const program = serverProgram().configureOutput({ outputError: () => {}, writeOut: () => {} });
  for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
    command.action(() => {});
  const given = argv.map((each) => (each === "HEX" ? "a".repeat(64) : each));
  await program.parseAsync(given, { from: "user" });
}

async function answerTo(command: string): Promise<string> {
  const { status, stdout, stderr } = await runBuilt(argumentsOf(command)!);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/**
 * Questions that are answered at once; `test/e2e/published-figures.test.ts` asks those of its document,
 * `test/package/contents.test.ts` those of README.md.
 */
const QUICK = commandsOf(SHELL.filter((block) => !SHOWN.includes(block))).filter(
  ([place, command]) =>
    ["account", "delta", "rdp", "calibrate"].includes(argumentsOf(command)?.[0] ?? "") &&
    !command.includes("--event") &&
    !place.startsWith("docs/published-figures.md") &&
    !(place.startsWith("README.md") && command.startsWith("npx croupier-dp ")),
);

describe("command lines in the documents", () => {
  it("are there", () => {
    expect(COMMANDS.length).toBeGreaterThan(20);
  });

  it.each(COMMANDS)("%s: %s", async (_, command) => {
    const argv = argumentsOf(command);
    if (argv !== undefined) return await parse(argv);
    const ofServer = argumentsOfServer(command)?.split(/\s+/);
    if (ofServer !== undefined) return await parseServer(ofServer);
    const script = /^npm (?:run )?(\S+)/.exec(command)?.[1];
    expect(["ci", "install", "test", "start", ...SCRIPTS]).toContain(script);
  });

  it.each(QUICK)("%s: %s answers", async (_, command) => {
    expect(await answerTo(command)).not.toBe("");
  });

  it.each(SHOWN.map((block) => [placeOf(block), block] as const))(
    "%s prints what is shown: `npm run docs` writes it anew",
    async (_, { code, output }) => {
      expect(await answerTo(code)).toBe(output);
    },
  );

  it("would be refused with a flag that is not there", async () => {
    await expect(parse(["account", "gaussian", "--sigma", "1", "--delta", "1e-5"])).rejects.toThrow(
      "--sigma",
    );
    await expect(parse(["train", "--preset", "no-such"])).rejects.toThrow("--preset");
    await expect(parseServer(["study", "check", "--sigma", "1"])).rejects.toThrow("--sigma");
    await expect(parseServer(["serve", "--store", "postgres:x"])).rejects.toThrow("--store");
  });
});
