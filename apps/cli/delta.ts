import type { Command } from "commander";
import { deltas } from "../../src/accounting/index.js";
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
import { formatUp } from "./_internal/format-number.js";
import { formatTable } from "./_internal/format-table.js";
import { toJson } from "./_internal/to-json.js";

const EXAMPLES = `
Examples:
  croupier delta shuffle-gaussian --users 60000 --noise-multiplier 9.48 --epsilon 0.1
  croupier delta --event round.json --epsilon 1 --json
`;

/** `croupier delta`: delta at a given epsilon, per method. */
export function addDeltaCommand(program: Command): void {
  addEventOptions(program.command("delta"))
    .summary("an event's delta at a given epsilon")
    .requiredOption("--epsilon <e>", "epsilon, nats", (text) => toNumber("--epsilon", text))
    .option("--method <m>", "only this method")
    .addHelpText("after", EXAMPLES)
    .action((mechanism: string | undefined, flags: EventFlags) => {
      const adjacency = adjacencyOf(flags);
      const method = methodOf(flags);
      const epsilon = checkNumber("--epsilon", flags.epsilon, RANGES.nonNegative);
      const event = readEvent(rawEvent(mechanism, flags));
      const report = deltas(
        event,
        method === undefined ? { adjacency, epsilon } : { adjacency, epsilon, method },
      );
      if (flags.json) {
        process.stdout.write(`${toJson({ event, epsilon, adjacency, ...report })}\n`);
        return;
      }
      const rows = Object.entries(report.delta).map(([method, { upper }]) => [formatUp(upper), method]);
      const columns = [{ title: "delta", align: "right" as const }, { title: "method" }];
      process.stdout.write(
        `adjacency ${adjacency}, epsilon ${epsilon}; what each figure is worth: croupier account\n${formatTable(columns, rows)}\n`,
      );
      for (const { method, reason } of report.notApplicable) {
        process.stdout.write(`does not apply: ${method} (${reason})\n`);
      }
    });
}
