import { Argument, type Command } from "commander";
import { DpError } from "../../../../src/errors.js";
import { checkOneOf, DOMAIN, RANGES, type Range } from "../../../../src/validate.js";
import { MECHANISMS, type Ways } from "../../../shared/account/mechanisms.js";
import { adjacencyOption } from "../adjacency-option.js";
import { numberOption } from "../number-option.js";
import { wordOption } from "../word-option.js";

interface EventFlag {
  /** As commander spells it. */
  readonly flags: string;
  readonly about: string;
  /**
   * The field of an event that it sets, whose range `readEvent` knows; a flag of no field has its own range.
   */
  readonly field?: string;
  readonly range?: Range;
  /** Of a flag that takes one of a few words. */
  readonly words?: readonly string[];
}

/** The flags that shorthands are made of, by the name of their value. */
const EVENT_FLAGS: Readonly<Record<string, EventFlag>> = {
  users: { flags: "--users <n>", about: "users in the data set", field: "users" },
  sampled: { flags: "--sampled <m>", about: "users sampled a round", field: "sampled" },
  checkInRate: {
    flags: "--check-in-rate <g>",
    about: "probability that a user checks in",
    field: "checkInRate",
  },
  samplingRate: {
    flags: "--sampling-rate <q>",
    about: "probability that a record is in a Poisson sample, e.g. 256/50000; also --rate",
    field: "rate",
  },
  batchSize: {
    flags: "--batch-size <b>",
    about: "records of a batch, with --examples; of a Poisson sample the expected number",
    range: DOMAIN.count,
  },
  examples: { flags: "--examples <n>", about: "records in the data set", range: DOMAIN.count },
  steps: { flags: "--steps <t>", about: "batches of a random allocation", field: "steps" },
  joined: {
    flags: "--joined <k>",
    about: "batches of a random allocation that each record is in (default 1)",
    field: "joined",
  },
  noiseToClip: {
    flags: "--noise-to-clip <s>",
    about: "standard deviation / clip bound C; Opacus and TensorFlow Privacy call it noise multiplier",
    field: "noiseToClip",
  },
  noiseMultiplier: {
    flags: "--noise-multiplier <s>",
    about: "standard deviation / sensitivity under the adjacency in use: 2C under replace-one, else C",
    field: "noiseMultiplier",
  },
  localEpsilon: { flags: "--local-epsilon <e>", about: "epsilon of a report by itself", field: "epsilon" },
  localDelta: {
    flags: "--local-delta <d>",
    about: "delta of a report by itself (default 0)",
    field: "delta",
  },
  categories: {
    flags: "--categories <k>",
    about: "categories of a randomized response",
    field: "categories",
  },
  blocks: {
    flags: "--blocks <m>",
    about: "blocks that vectors are rotated and cut into, each shuffled by itself (default 1)",
    field: "blocks",
  },
  joins: {
    flags: "--joins <how>",
    about: "one coin or sample for all blocks of a user, or one for each (default once)",
    field: "joins",
    words: ["once", "per-block"],
  },
  dummies: {
    flags: "--dummies <d>",
    about: "reports of pure noise shuffled in, for each block and round (default 0)",
    field: "dummies",
  },
  dummiesBy: {
    flags: "--dummies-by <who>",
    about: "who adds the dummies (default shuffler)",
    field: "dummiesBy",
    words: ["shuffler", "users"],
  },
  absentees: {
    flags: "--absentees <what>",
    about: "what users who do not check in send: nothing, or a dummy (default silent)",
    field: "absentees",
    words: ["silent", "dummy"],
  },
  rounds: { flags: "--rounds <t>", about: "how often the round is repeated (default 1)", field: "times" },
  epochs: {
    flags: "--epochs <e>",
    about: "passes over the data, in place of --rounds, for Poisson samples and random allocation",
    range: RANGES.positive,
  },
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
  return EVENT_FLAGS[name]!.flags.split(" ")[0]!;
}

/** The flag among those given that set a field of an event. */
export function flagOfField(field: string, given: readonly string[]): string | undefined {
  const name =
    given.find((each) => EVENT_FLAGS[each]!.field === field) ??
    (field === "times" && given.includes("epochs") ? "epochs" : undefined);
  return name === undefined ? undefined : flagOf(name);
}

/** Ways to say one thing, e.g. `--sampling-rate, or --batch-size and --examples`. */
export function describeWays(ways: Ways): string {
  const joint = ways.some(({ length }) => length > 1) ? ", or " : " or ";
  return ways.map((way) => way.map(flagOf).join(" and ")).join(joint);
}

/**
 * Adds the mechanism argument, the event's flags and the adjacency.
 *
 * @param solvedFor values that the command works out itself: their flags are known, but not offered
 */
export function addEventFlags(command: Command, solvedFor: readonly string[] = []): Command {
  const names = Object.keys(MECHANISMS);
  const mechanism = new Argument("[mechanism]", "a shorthand for the event, see below").choices(names);
  command
    .addArgument(mechanism.argParser((name) => checkOneOf("mechanism", name, names)))
    .option("--event <file>", "the event as JSON, - for standard input; instead of a shorthand");
  for (const [name, { flags, about, range, words }] of Object.entries(EVENT_FLAGS)) {
    const option = words === undefined ? numberOption(flags, about, range) : wordOption(flags, about, words);
    command.addOption(option.helpGroup("Flags of the shorthands:").hideHelp(solvedFor.includes(name)));
  }
  for (const [former, present] of Object.entries(FORMER_FLAGS)) {
    command.addOption(numberOption(`--${former} <q>`, `former name of ${flagOf(present)}`).hideHelp());
  }
  return command.addOption(
    adjacencyOption().default("replace-one", "replace-one, and add-or-remove where a method covers it"),
  );
}
