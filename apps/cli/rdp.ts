import { type Command, Option } from "commander";
import { type RenyiGuarantee, renyiDivergences } from "../../src/accounting/index.js";
import { describeClaim } from "../../src/privacy/describe-claim.js";
import { formatDown, formatNumber, formatUp } from "../../src/privacy/format-number.js";
import { readEvent } from "../../src/privacy/index.js";
import { addEventCommand } from "./_internal/account/event-command.js";
import { figuresText } from "./_internal/account/figures-text.js";
import { toNumber } from "./_internal/number-option.js";

/** `croupier rdp`: Renyi divergences of an event at given orders by every method, each with its status. */
export function addRdpCommand(program: Command): void {
  addEventCommand<{ readonly orders: readonly number[] }>(program, {
    name: "rdp",
    summary: "an event's Renyi divergences at given orders by every method, with their status",
    options: [
      new Option("--orders <list>", "orders > 1, separated by commas")
        .argParser((list) => list.split(",").map((text) => toNumber("--orders", text)))
        .makeOptionMandatory(),
    ],
    examples: [
      "croupier rdp shuffle-gaussian --users 60000 --noise-multiplier 9.48 --orders 2,3,30",
      "croupier rdp --event round.json --orders 1.5,2,64 --json",
    ],
    answer: ({ event: raw, choice }, { orders }) => {
      const event = readEvent(raw);
      const { adjacency } = choice;
      const report = renyiDivergences(event, { ...choice, orders });
      return {
        json: { event, adjacency, ...report },
        text: () =>
          figuresText({
            event,
            adjacency,
            at: `Renyi divergences at ${atOrders(orders)}`,
            columns: orders.map((order, index) => ({
              title: `order ${formatNumber(order)}`,
              cell: (figure: RenyiGuarantee) => valuesOf(figure)[index]!,
            })),
            describe: (figure) => describeRenyi(figure, orders),
            ...report,
          }),
      };
    },
  });
}

function valuesOf({ side, rdp }: RenyiGuarantee): string[] {
  return rdp.map(side === "upper" ? formatUp : formatDown);
}

function describeRenyi(figure: RenyiGuarantee, orders: readonly number[]): string {
  const values = valuesOf(figure).join(", ");
  const claim =
    figure.side === "upper"
      ? `Renyi divergence <= ${values}`
      : `no Renyi divergence below ${values} can hold`;
  return describeClaim(`${claim} at ${atOrders(orders)}`, figure);
}

function atOrders(orders: readonly number[]): string {
  return `order${orders.length === 1 ? "" : "s"} ${orders.map(formatNumber).join(", ")}`;
}
