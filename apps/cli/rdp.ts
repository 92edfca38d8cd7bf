import type { Command } from "commander";
import { renyiDivergences } from "../../src/accounting/index.js";
import { readEvent } from "../../src/privacy/index.js";
import {
  addEventOptions,
  adjacencyOf,
  type EventFlags,
  rawEvent,
  toNumber,
} from "./_internal/account/event-options.js";
import { formatNumber } from "./_internal/format-number.js";
import { formatTable } from "./_internal/format-table.js";
import { toJson } from "./_internal/to-json.js";

const EXAMPLES = `
Examples:
  croupier rdp shuffle-gaussian --users 60000 --noise-multiplier 9.48 --orders 2,3,30
  croupier rdp --event round.json --orders 1.5,2,64 --json
`;

/** `croupier rdp`: Renyi divergences of an event at given orders, per method. */
export function addRdpCommand(program: Command): void {
  addEventOptions(program.command("rdp"))
    .summary("an event's Renyi divergences at given orders")
    .requiredOption("--orders <list>", "orders > 1, separated by commas")
    .addHelpText("after", EXAMPLES)
    .action((mechanism: string | undefined, flags: EventFlags) => {
      const orders = String(flags.orders)
        .split(",")
        .map((text) => toNumber("--orders", text));
      const event = readEvent(rawEvent(mechanism, flags));
      const report = renyiDivergences(event, { adjacency: adjacencyOf(flags), orders });
      if (flags.json) {
        process.stdout.write(`${toJson({ event, adjacency: flags.adjacency, ...report })}\n`);
        return;
      }
      const methods = Object.entries(report.rdp);
      const columns = ["order", ...methods.map(([method]) => method)].map((title) => ({
        title,
        align: "right" as const,
      }));
      const rows = report.orders.map((order, i) =>
        [order, ...methods.map(([, values]) => values[i]!)].map(formatNumber),
      );
      process.stdout.write(`adjacency ${flags.adjacency}\n${formatTable(columns, rows)}\n`);
    });
}
