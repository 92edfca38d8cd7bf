import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missing } from "./_internal/programs.js";
import { Terminal } from "./_internal/terminal.js";

const MAIN = resolve(import.meta.dirname, "../../../dist/apps/cli/croupier.js");
const root = mkdtempSync(join(tmpdir(), "croupier-completion-"));

beforeAll(() => {
  symlinkSync(MAIN, join(root, "croupier"));
  chmodSync(MAIN, 0o755);
  writeFileSync(join(root, "ledger.json"), "{}");
  writeFileSync(join(root, "ledger two.json"), "{}");
});
afterAll(() => rmSync(root, { recursive: true }));

/** The file in which the command's completions for a shell stand, as it prints them. */
function completionsFor(shell: string): string {
  const file = join(root, `completions.${shell}`);
  if (!existsSync(file)) writeFileSync(file, execFileSync(join(root, "croupier"), ["completion", shell]));
  return file;
}

function run(shell: string, args: readonly string[], script: string): string[] {
  const env = { ...process.env, PATH: `${root}:${process.env.PATH}`, HOME: root };
  return execFileSync(shell, [...args, "-c", script], { encoding: "utf8", env, cwd: root })
    .split("\n")
    .filter(Boolean);
}

/** A line with the cursor at its end, and what it is completed to. */
const LINES: readonly (readonly [line: string, offered: string[]])[] = [
  ["croupier tr", ["train"]],
  ["croupier train --pre", ["--preset"]],
  [
    "croupier train --preset mnist-check",
    ["mnist-check-in", "mnist-check-in-lt22", "mnist-check-in-lt22-blocks"],
  ],
  ["croupier account check-in-r", ["check-in-randomized-response"]],
  ["croupier account --method pld", ["pld", "pld-poisson"]],
  ["croupier calibrate --adjacency rep", ["replace-one"]],
];

describe.skipIf(missing("bash"))("completion in bash", () => {
  const offer = (line: string, then: string): string[] => {
    const words = line.split(" ").map((word) => `"${word}"`);
    const setting = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}`;
    return run("bash", ["--norc"], `source ${completionsFor("bash")}; ${setting}; ${then}`);
  };

  it.each(LINES)("of %s", (line, offered) => {
    expect(offer(line, `_croupier; printf '%s\\n' "\${COMPREPLY[@]}"`)).toEqual(offered);
  });

  it("leaves files to the shell", () => {
    const noted = offer(
      "croupier account --event led",
      `compopt() { printf "compopt %s %s\\n" "$@"; }; _croupier; echo "\${#COMPREPLY[@]}"`,
    );
    expect(noted).toEqual(["compopt -o default", "0"]);
  });
});

describe.skipIf(missing("fish"))("completion in fish", () => {
  const offer = (line: string): string[] =>
    run("fish", ["--no-config"], `source ${completionsFor("fish")}; complete -C '${line}'`).map(
      (each) => each.split("\t")[0]!,
    );

  it.each(LINES)("of %s", (line, offered) => expect(offer(line)).toEqual(offered));

  it("offers files", () => {
    expect(offer("croupier account --event led").sort()).toEqual(["ledger two.json", "ledger.json"]);
    expect(offer("croupier account --delta ")).toEqual([]);
  });
});

describe.skipIf(missing("zsh") ?? missing("tmux"))("completion in zsh", () => {
  it("of commands, flags, their values and files", async () => {
    const terminal = new Terminal({ columns: 100, cwd: root, shell: "zsh -f" });
    try {
      terminal.enter(`autoload -U compinit; compinit -D; eval "$(croupier completion zsh)"; PS1='> '; clear`);
      await terminal.shows(/^>\s*$/m);
      for (const [typed, completed] of [
        ["croupier tr", /croupier train$/m],
        ["--pre", /croupier train --preset$/m],
        ["mnist-central-l", /croupier train --preset mnist-central-lt23$/m],
        ["--config ledger.", /--config ledger\.json$/m],
      ] as const) {
        terminal.type(typed);
        terminal.complete();
        await terminal.shows(completed);
      }
    } finally {
      terminal.close();
    }
  });
});
