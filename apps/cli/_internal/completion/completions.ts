import type { Argument, Command, Option } from "commander";
import { isRepeatable } from "../repeatable.js";

/**
 * What a shell may offer for the word at the cursor: words, each with what it means, or the names of files.
 */
export type Completions = { readonly files: true } | { readonly words: readonly Completion[] };

export interface Completion {
  readonly word: string;
  readonly about: string;
}

const NOTHING: Completions = { words: [] };

/**
 * What may stand at the cursor, from the program's own commands, arguments and flags.
 *
 * @param words those behind the program's name up to the cursor; the last one, which may be empty, is being
 *   written
 */
export function completions(program: Command, words: readonly string[]): Completions {
  const { command, operands, given, pending } = readWords(program, words.slice(0, -1));
  const current = words.at(-1) ?? "";
  if (pending !== undefined) return startingWith(current, valuesOf(pending, pending.flags));
  if (current.startsWith("-")) return startingWith(current, flagsOf(command, given));
  const argument = command.registeredArguments[operands];
  if (argument !== undefined) return startingWith(current, valuesOf(argument, argument.name()));
  const inside = commandsOf(command);
  return startingWith(current, inside.words.length > 0 ? inside : flagsOf(command, given));
}

/** Where the words before the cursor lead. */
function readWords(program: Command, words: readonly string[]) {
  let command = program;
  let operands = 0;
  let pending: Option | undefined;
  const given = new Set<Option>();
  for (const word of words) {
    const option = command.options.find(({ long, short }) => word === long || word === short);
    const inside = command.commands.find((each) => each.name() === word);
    if (pending !== undefined) pending = undefined;
    else if (option !== undefined) {
      given.add(option);
      if (option.required) pending = option;
    } else if (inside !== undefined) command = inside;
    else if (!word.startsWith("-")) operands += 1;
  }
  return { command, operands, given, pending };
}

/** The words that a flag or an argument takes, or files where it is named so. */
function valuesOf({ argChoices }: Option | Argument, name: string): Completions {
  if (argChoices !== undefined) return { words: argChoices.map((word) => ({ word, about: "" })) };
  return /\b(file|dir)\b/.test(name) ? { files: true } : NOTHING;
}

function flagsOf(command: Command, given: ReadonlySet<Option>) {
  const options = command.createHelp().visibleOptions(command);
  return {
    words: options
      .filter((option) => isRepeatable(option) || !given.has(option))
      .map(({ long, description }) => ({ word: long!, about: description })),
  };
}

function commandsOf(command: Command) {
  const commands = command.createHelp().visibleCommands(command);
  return {
    words: commands.map((each) => ({ word: each.name(), about: each.summary() || each.description() })),
  };
}

function startingWith(start: string, found: Completions): Completions {
  return "files" in found ? found : { words: found.words.filter(({ word }) => word.startsWith(start)) };
}
