import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { DpError } from "../../../../src/errors.js";
import { ADJACENCIES, type Adjacency, METHODS, type Method } from "../../../../src/privacy/index.js";
import { checkOneOf, show } from "../../../../src/validate.js";
import { MECHANISMS } from "./mechanisms.js";

/** The flags by which every accounting command says what happened. */
export interface EventFlags extends Readonly<Record<string, unknown>> {
  readonly event?: string;
  readonly adjacency: string;
  readonly json?: boolean;
}

const NUMBER_FLAGS: readonly (readonly [flags: string, help: string])[] = [
  ["--users <n>", "users in the data set"],
  ["--sampled <m>", "users sampled a round"],
  ["--check-in-rate <g>", "probability that a user checks in"],
  ["--rate <q>", "Poisson sampling rate"],
  ["--steps <t>", "batches of a random allocation"],
  ["--noise-multiplier <s>", "standard deviation / sensitivity of a report under the adjacency in use"],
  ["--local-epsilon <e>", "epsilon of a report by itself"],
  ["--local-delta <d>", "delta of a report by itself"],
  ["--categories <k>", "categories of a randomized response"],
  ["--rounds <t>", "how often the round is repeated (default 1)"],
];

/** Adds the mechanism argument and the event's flags. */
export function addEventOptions(command: Command): Command {
  command.argument("[mechanism]", `a shorthand: ${Object.keys(MECHANISMS).join(", ")}`);
  command.option("--event <file>", "the event as JSON, - for standard input; instead of a shorthand");
  for (const [flags, help] of NUMBER_FLAGS)
    command.option(flags, help, (text: string) => toNumber(flags, text));
  return command
    .addOption(
      new Option("--adjacency <a>", "which data sets are neighbours")
        .choices(ADJACENCIES)
        .default("replace-one"),
    )
    .option("--json", "print JSON");
}

/** Text to number; anything that is not one is NaN, which the range checks refuse by name. */
export function toNumber(flag: string, text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isNaN(value)) return value;
  throw new DpError("BAD_INPUT", `${flag.split(" ")[0]} must be a number, got ${show(text)}`, {
    parameter: flag,
    value: text,
    allowed: "a number",
  });
}

export function adjacencyOf(flags: EventFlags): Adjacency {
  return checkOneOf("--adjacency", flags.adjacency, ADJACENCIES);
}

export function methodOf(flags: EventFlags): Method | undefined {
  return flags.method === undefined ? undefined : checkOneOf("--method", flags.method, METHODS);
}

/**
 * The raw event that the user described, for `readEvent` to check.
 *
 * @param solvedFor a flag that the command works out itself, so that the user need not give it
 */
export function rawEvent(mechanism: string | undefined, flags: EventFlags, solvedFor?: string): unknown {
  if (mechanism === undefined && flags.event !== undefined) return parseJson(flags.event);
  if (mechanism === undefined || flags.event !== undefined) {
    throw new DpError("BAD_INPUT", "give either a mechanism shorthand or --event FILE; see --help");
  }
  const name = checkOneOf("mechanism", mechanism, Object.keys(MECHANISMS));
  const shorthand = MECHANISMS[name]!;
  for (const flag of shorthand.flags) {
    if (flags[flag] === undefined && flag !== solvedFor) {
      throw new DpError(
        "BAD_INPUT",
        `${name} needs ${shorthand.flags.map(toFlag).join(", ")}; ${toFlag(flag)} is missing`,
      );
    }
  }
  const round = shorthand.round(flags as Readonly<Record<string, number>>);
  return flags.rounds === undefined ? round : { kind: "repeat", times: flags.rounds, of: round };
}

function toFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function parseJson(path: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DpError(
      "BAD_INPUT",
      `--event ${path} must hold an event as JSON: ${(error as Error).message}`,
      {},
      error,
    );
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch (error) {
    throw new DpError(
      "DATA_UNREADABLE",
      `--event: cannot read ${path}: ${(error as Error).message}`,
      {},
      error,
    );
  }
}
