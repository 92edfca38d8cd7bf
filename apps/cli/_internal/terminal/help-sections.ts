import type { Command } from "commander";
import { wrapText } from "../../../shared/words/wrap-text.js";
import { columnsOf } from "./columns-of.js";

/**
 * A part of the help text below the flags: prose, named items, command lines, or what a function lays out for
 * a width.
 */
export type HelpSection =
  | { readonly title?: string; readonly text: string }
  | { readonly title: string; readonly items: Readonly<Record<string, string>> }
  | { readonly title: string; readonly commands: readonly HelpCommand[] }
  | { readonly title?: string; readonly layout: (width: number) => string };

/** A command line, or a question and the command line that answers it. */
type HelpCommand = string | readonly [question: string, line: string];

const INDENT = 2;

/** Adds sections below a command's flags, laid out for the terminal at hand. */
export function addHelpSections(command: Command, sections: readonly HelpSection[]): void {
  command.addHelpText("after", ({ error }) => {
    const width = columnsOf(error ? process.stderr : process.stdout);
    return sections.map((section) => `\n${formatSection(section, width)}`).join("\n");
  });
}

function formatSection(section: HelpSection, width: number): string {
  const { title } = section;
  return [...(title === undefined ? [] : [wrapText(title, { width })]), formatBody(section, width)].join(
    "\n",
  );
}

function formatBody(section: HelpSection, width: number): string {
  if ("text" in section) return wrapText(section.text, { width });
  if ("layout" in section) return section.layout(width);
  if ("items" in section) return formatItems(section.items, width);
  return section.commands.map((command) => formatCommand(command, width)).join("\n");
}

/** Names in a column, what they mean in another. */
function formatItems(items: Readonly<Record<string, string>>, width: number): string {
  const term = Math.max(...Object.keys(items).map((name) => name.length)) + 2;
  return Object.entries(items)
    .map(([name, about]) => {
      const text = wrapText(about, { width, indent: INDENT + term });
      return " ".repeat(INDENT) + name.padEnd(term) + text.trimStart();
    })
    .join("\n");
}

/** A command line that still is one when it is copied from several lines, each flag beside its value. */
function formatCommand(command: HelpCommand, width: number, indent: number = INDENT): string {
  if (typeof command !== "string") {
    const [question, line] = command;
    return `${wrapText(question, { width, indent })}\n${formatCommand(line, width, indent + INDENT)}`;
  }
  const joined = command.replace(/(--\S+) (?!-)/g, "$1\u00a0");
  const lines = wrapText(joined, { width: width - " \\".length, indent, hanging: INDENT });
  return lines.replaceAll("\n", " \\\n").replaceAll("\u00a0", " ");
}
