import { Argument, type Command } from "commander";
import { DpError } from "../../../../src/errors.js";
import { checkOneOf } from "../../../../src/validate.js";
import { adjacencyOption } from "../adjacency-option.js";
import { numberOption } from "../number-option.js";
import { formatTable } from "../terminal/format-table.js";
import { MECHANISMS } from "./mechanisms.js";

/** The flags that shorthands are made of, by the name of their value. */
const EVENT_FLAGS: Readonly<Record<string, readonly [flags: string, about: string]>> = {
  users: ["--users <n>", "users in the data set"],
  sampled: ["--sampled <m>", "users sampled a round"],
  checkInRate: ["--check-in-rate <g>", "probability that a user checks in"],
  samplingRate: ["--sampling-rate <q>", "probability that a record is in a Poisson sample; also --rate"],
  steps: ["--steps <t>", "batches of a random allocation"],
  noiseMultiplier: [
    "--noise-multiplier <s>",
    "standard deviation / sensitivity of a report under the adjacency in use",
  ],
  localEpsilon: ["--local-epsilon <e>", "epsilon of a report by itself"],
  localDelta: ["--local-delta <d>", "delta of a report by itself (default 0)"],
  categories: ["--categories <k>", "categories of a randomized response"],
  rounds: ["--rounds <t>", "how often the round is repeated (default 1)"],
};

export const EVENT_FLAG_NAMES: readonly string[] = Object.keys(EVENT_FLAGS);

/** Flags of earlier versions, by the name of the value that they set. */
const FORMER_FLAGS: Readonly<Record<string, string>> = { rate: "samplingRate" };

/**
 * The flags' values by their present names.
 *
 * @throws DpError BAD_INPUT a value is given by its present and its former flag
 */
export function withPresentNames<Flags extends object>(flags: Flags): Flags {
  const entries = Object.entries(flags).map(([name, value]) => {
    const present = FORMER_FLAGS[name] ?? name;
    if (present !== name && present in flags) {
      throw new DpError("BAD_INPUT", `give ${flagOf(present)} once: --${name} is the same`, {
        parameter: flagOf(present),
        value,
      });
    }
    return [present, value];
  });
  return Object.fromEntries(entries);
}

/** The flag as it is typed, e.g. `--check-in-rate`. */
export function flagOf(name: string): string {
  return EVENT_FLAGS[name]![0].split(" ")[0]!;
}

/** Adds the mechanism argument, the event's flags and the adjacency. */
export function addEventFlags(command: Command): Command {
  const names = Object.keys(MECHANISMS);
  const mechanism = new Argument("[mechanism]", "a shorthand for the event, see below").choices(names);
  command
    .addArgument(mechanism.argParser((name) => checkOneOf("mechanism", name, names)))
    .option("--event <file>", "the event as JSON, - for standard input; instead of a shorthand");
  for (const [flags, about] of Object.values(EVENT_FLAGS)) {
    command.addOption(numberOption(flags, about).helpGroup("Flags of the shorthands:"));
  }
  for (const [former, present] of Object.entries(FORMER_FLAGS)) {
    command.addOption(numberOption(`--${former} <q>`, `former name of ${flagOf(present)}`).hideHelp());
  }
  return command.addOption(adjacencyOption());
}

const MEANINGS = `shuffle: every user sends a report, and the reports are shuffled; subsampled-shuffle: --sampled users
do; check-in: each user does with probability --check-in-rate. local: any local randomizer.
poisson-gaussian: central DP-SGD; random-allocation-gaussian: each record in one of --steps batches.`;

/** The shorthands and the flags that each needs, for the help text. */
export function mechanismsHelp(): string {
  const rows = Object.entries(MECHANISMS).map(([name, { needs }]) => [
    `  ${name}`,
    needs.map(flagOf).join(" "),
  ]);
  return `${formatTable([{ title: "Mechanisms:" }, { title: "flags needed:" }], rows)}\n\n${MEANINGS}`;
}
