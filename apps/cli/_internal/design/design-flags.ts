import { Argument, type Command, Option } from "commander";
import type { DesignOptions, DesignTask } from "../../../../src/analytics/index.js";
import { NUMBERS } from "../../../../src/analytics/number-limits.js";
import { DpError } from "../../../../src/errors.js";
import type { Adjacency } from "../../../../src/privacy/index.js";
import { checkNumber, checkOneOf, DOMAIN, RANGES, type Range } from "../../../../src/validate.js";
import { adjacencyOption } from "../adjacency-option.js";
import { fileOption } from "../file-option.js";
import { numberOption } from "../number-option.js";
import { wordOption } from "../word-option.js";

type TaskKind = DesignTask["kind"];

/** The flags of `croupier design`. */
export interface DesignFlags {
  readonly categories?: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly dimension?: number;
  readonly norm?: "l1" | "l2" | "linf";
  readonly bound?: number;
  readonly maxBlocks?: number;
  readonly maxDummies?: number;
  readonly maxBytes?: number;
  readonly users: number;
  readonly sampled?: number;
  readonly rounds?: number;
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly targetEpsilon?: number;
  readonly targetError?: number;
  readonly plot?: string;
  readonly json?: boolean;
}

/** The flags that say what is estimated. */
const TASKS: Readonly<Record<TaskKind, readonly (keyof DesignFlags)[]>> = {
  frequencies: ["categories"],
  mean: ["lower", "upper"],
  vector: ["dimension", "norm", "bound", "maxBlocks", "maxDummies", "maxBytes"],
};
const TASK_KINDS = Object.keys(TASKS) as TaskKind[];

const CATEGORIES: Range = { min: 2, max: 2 ** 20, integer: true };
const DIMENSION: Range = { min: 1, max: 2 ** 24, integer: true };
const BYTES: Range = { min: 1, max: 2 ** 40, integer: true };
const SIZE: Range = { min: 1e-30, max: 1e30 };

/** Adds the task argument and the flags. */
export function addDesignFlags(command: Command): Command {
  const task = new Argument("<task>", `what each round estimates: ${TASK_KINDS.join(", ")}`);
  command.addArgument(task.choices(TASK_KINDS).argParser((word) => checkOneOf("task", word, TASK_KINDS)));
  for (const option of [...taskOptions(), ...settingOptions(), ...outputOptions()]) command.addOption(option);
  return command;
}

function taskOptions(): Option[] {
  return [
    numberOption("--categories <k>", "frequencies: categories that a user may hold", CATEGORIES),
    numberOption("--lower <x>", "mean: the least value that counts", NUMBERS),
    numberOption("--upper <x>", "mean: the largest value that counts", NUMBERS),
    numberOption("--dimension <d>", "vector: entries", DIMENSION),
    wordOption("--norm <p>", "vector: the norm that bounds it (default: l2)", ["l1", "l2", "linf"]),
    numberOption("--bound <c>", "vector: the largest norm (default: 1)", SIZE),
    numberOption(
      "--max-blocks <m>",
      "vector: rotated blocks that one may be cut into (default: 1)",
      DOMAIN.blocks,
    ),
    numberOption(
      "--max-dummies <n>",
      "vector: dummies that the shuffler may add to each block and round (default: 0)",
      {
        ...DOMAIN.count,
        min: 0,
      },
    ),
    numberOption(
      "--max-bytes <n>",
      "vector: bytes that a user may send in a round (default: any number)",
      BYTES,
    ),
  ];
}

function settingOptions(): Option[] {
  return [
    numberOption("--users <n>", "users in the data set", DOMAIN.count).makeOptionMandatory(),
    numberOption("--sampled <m>", "users drawn for each round (default: all)", DOMAIN.count),
    numberOption("--rounds <t>", "rounds (default: 1)", { ...DOMAIN.rounds, min: 1 }),
    adjacencyOption(),
    numberOption("--delta <d>", "delta of all rounds together", DOMAIN.delta).makeOptionMandatory(),
    numberOption("--target-epsilon <e>", "epsilon of all rounds together: the least error is sought", {
      ...DOMAIN.epsilon,
      orZero: false,
    }),
    numberOption(
      "--target-error <s>",
      "standard deviation of one round's estimate: the least epsilon is sought",
      RANGES.positive,
    ),
  ];
}

function outputOptions(): Option[] {
  return [
    fileOption("--plot <file>", "also draw epsilon against error for every randomizer, as SVG"),
    new Option("--json", "print JSON"),
  ];
}

/**
 * The flags as the library's options.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE, by the name of the flag
 */
export function designOptionsOf(kind: TaskKind, flags: DesignFlags): DesignOptions {
  const { users, sampled, rounds, adjacency, delta, targetEpsilon, targetError } = flags;
  const { maxBlocks, maxDummies, maxBytes } = flags;
  if (sampled !== undefined)
    checkNumber("--sampled", sampled, { min: 1, max: users, advice: "at most all users can be drawn" });
  if (adjacency === "add-or-remove") throw publicNumber(adjacency);
  if ((targetEpsilon === undefined) === (targetError === undefined))
    throw badFlags(
      "--target-epsilon or --target-error must be given, one of them",
      "--target-epsilon",
      targetEpsilon,
    );
  return {
    task: taskOf(kind, flags),
    users,
    adjacency,
    delta,
    ...(sampled !== undefined && { sampled }),
    ...(rounds !== undefined && { rounds }),
    ...(maxBlocks !== undefined && { maxBlocks }),
    ...(maxDummies !== undefined && { maxDummies }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(targetEpsilon !== undefined && { targetEpsilon }),
    ...(targetError !== undefined && { targetError }),
  };
}

function taskOf(kind: TaskKind, flags: DesignFlags): DesignTask {
  refuseOthers(kind, flags);
  const { norm = "l2", bound = 1 } = flags;
  if (kind === "frequencies") return { kind, categories: given(kind, flags, "categories") };
  if (kind === "vector") return { kind, dimension: given(kind, flags, "dimension"), norm, bound };
  const lower = given(kind, flags, "lower");
  const upper = checkNumber("--upper", given(kind, flags, "upper"), { min: lower, minIncluded: false });
  return { kind, lower, upper };
}

function refuseOthers(kind: TaskKind, flags: DesignFlags): void {
  const others = TASK_KINDS.filter((each) => each !== kind).flatMap((each) => TASKS[each]);
  for (const name of others) {
    if (flags[name] !== undefined)
      throw badFlags(
        `${flagOf(name)} says nothing of ${kind}; it takes ${namesOf(kind)}`,
        flagOf(name),
        flags[name],
      );
  }
}

function given(
  kind: TaskKind,
  flags: DesignFlags,
  name: "categories" | "lower" | "upper" | "dimension",
): number {
  const value = flags[name];
  if (value === undefined)
    throw badFlags(`--${name} must be given: ${kind} takes ${namesOf(kind)}`, `--${name}`, value);
  return value;
}

function namesOf(kind: TaskKind): string {
  return TASKS[kind].map(flagOf).join(", ");
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function publicNumber(adjacency: Adjacency): DpError {
  const message = `--adjacency ${adjacency}: the number of shuffled reports is public; use replace-one or zero-out`;
  return new DpError("NOT_APPLICABLE", message, { parameter: "--adjacency", value: adjacency });
}

function badFlags(message: string, parameter: string, value: unknown): DpError {
  return new DpError("BAD_INPUT", message, { parameter, value });
}
