import { type Command, Option } from "commander";
import { numberOption } from "../../../cli/_internal/number-option.js";
import { wordOption } from "../../../cli/_internal/word-option.js";

/** What commands with listeners have in common. */
export interface ListenerFlags {
  readonly port: number;
  readonly host: string;
  readonly privateHost: string;
  readonly connections: number;
  readonly logLevel: string;
}

const LEVELS = ["debug", "info", "warn", "error", "silent"];

/** Adds the flags of listeners. */
export function addListenerOptions(command: Command): void {
  command
    .addOption(
      numberOption("--port <p>", "of the public listener; the private one has the next", {
        min: 1,
        max: 65_534,
        integer: true,
      }).default(8080),
    )
    .addOption(new Option("--host <address>", "that the public listener listens at").default("127.0.0.1"))
    .addOption(
      new Option("--private-host <address>", "that the private listener listens at").default("127.0.0.1"),
    )
    .addOption(
      numberOption("--connections <n>", "the most at once, of each listener", {
        min: 1,
        max: 1e6,
        integer: true,
      }).default(15_000),
    )
    .addOption(wordOption("--log-level <level>", "how much goes to standard error", LEVELS).default("info"));
}

/** Adds the flag of the analyzer's master key. */
export function addRotateOption(command: Command): void {
  command.addOption(
    numberOption(
      "--rotate-hours <h>",
      "the master key is replaced when it is older, which erases the round keys before",
      {
        min: 0,
        max: 8760,
      },
    ).default(24),
  );
}

/** Adds what only a study that trains a model has. */
export function addTrainingOptions(command: Command): void {
  command
    .option(
      "--weights <file>",
      "safetensors file of a training's first weights: needed before the first round where the study names their SHA-256; else they are drawn",
    )
    .option(
      "--out <dir>",
      "folder for a training's run: weights, ledger, rounds and report.html, written after each round",
    );
}
