import type { Command } from "commander";
import { guarantees } from "../../src/accounting/index.js";
import { readEvent } from "../../src/privacy/index.js";
import { checkNumber, RANGES } from "../../src/validate.js";
import {
  addEventOptions,
  adjacencyOf,
  type EventFlags,
  methodOf,
  rawEvent,
  toNumber,
} from "./_internal/account/event-options.js";
import { plotRounds } from "./_internal/account/plot-rounds.js";
import { printGuarantees } from "./_internal/account/print-guarantees.js";
import { toJson } from "./_internal/to-json.js";
import { writeAtomically } from "./_internal/write-atomically.js";

const EXAMPLES = `
Examples:
  croupier account shuffle-gaussian --users 60000 --noise-multiplier 9.48 --rounds 7 --delta 1.6667e-5
  croupier account check-in-gaussian --users 60000 --check-in-rate 0.1 --noise-multiplier 5 --rounds 5540 --delta 1e-5 --adjacency zero-out
  croupier account --event round.json --delta 1e-5 --json
  croupier account subsampled-shuffle-local --users 60000 --sampled 2000 --local-epsilon 2 --rounds 6000 --delta 1e-5 --plot spent.svg
`;

/** `croupier account`: every privacy figure of an event, each with its worth. */
export function addAccountCommand(program: Command): void {
  addEventOptions(program.command("account"))
    .summary("what an event spends: every method's epsilon at delta, with its worth")
    .requiredOption("--delta <d>", "delta of the (epsilon, delta) guarantee", (text) =>
      toNumber("--delta", text),
    )
    .option("--method <m>", "only this method")
    .option("--plot <file>", "also draw epsilon against rounds for every method, as SVG")
    .addHelpText("after", EXAMPLES)
    .action((mechanism: string | undefined, flags: EventFlags) => {
      const adjacency = adjacencyOf(flags);
      const method = methodOf(flags);
      const delta = checkNumber("--delta", flags.delta, RANGES.delta);
      const event = readEvent(rawEvent(mechanism, flags));
      const options = method === undefined ? { adjacency, delta } : { adjacency, delta, method };
      const report = guarantees(event, options);
      if (flags.json) process.stdout.write(`${toJson({ event, delta, adjacency, ...report })}\n`);
      else printGuarantees({ event, delta, adjacency, ...report });
      if (typeof flags.plot === "string") writeAtomically(flags.plot, plotRounds(event, options));
    });
}
