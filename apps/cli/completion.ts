import { Argument, type Command } from "commander";
import { checkOneOf } from "../../src/validate.js";
import { completions } from "./_internal/completion/completions.js";
import { FILES, SHELL_SCRIPTS } from "./_internal/completion/shell-scripts.js";
import { addHelpSections } from "./_internal/terminal/help-sections.js";

const SHELLS = Object.keys(SHELL_SCRIPTS);

/** `croupier completion SHELL`, and the hidden `croupier complete -- WORDS` that its scripts call. */
export function addCompletionCommands(program: Command): void {
  const shell = new Argument("<shell>", SHELLS.join(", ")).choices(SHELLS);
  const completion = program
    .command("completion")
    .summary("a script that makes your shell complete croupier's commands and flags")
    .description("Print a script by which the tab key completes commands, flags and their values.")
    .addArgument(shell.argParser((name) => checkOneOf("shell", name, SHELLS)))
    .action((name: string) => {
      process.stdout.write(`${SHELL_SCRIPTS[name]}\n`);
    });
  addHelpSections(completion, [
    {
      title: "In the file that your shell reads at its start:",
      items: {
        "~/.bashrc": 'eval "$(croupier completion bash)"',
        "~/.zshrc": 'eval "$(croupier completion zsh)", below compinit',
        "~/.config/fish/config.fish": "croupier completion fish | source",
      },
    },
  ]);
  program
    .command("complete", { hidden: true })
    .description("Print what may stand at the cursor.")
    .argument("[words...]", "the words up to the cursor")
    .action((words: readonly string[]) => {
      process.stdout.write(completionLines(program, words));
    });
}

/** A line a word, with a tab before what it means. */
function completionLines(program: Command, words: readonly string[]): string {
  const found = completions(program, words);
  if ("files" in found) return `${FILES}\n`;
  return found.words.map(({ word, about }) => `${word}\t${about}\n`).join("");
}
