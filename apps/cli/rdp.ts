import { type Command, Option } from "commander";
import { MAX_ORDER } from "../../src/accounting/claims/renyi-curve.js";
import { type RenyiGuarantee, renyiDivergences } from "../../src/accounting/index.js";
import { formatDown, formatUp } from "../../src/privacy/format-number.js";
import { checkNumber } from "../../src/validate.js";
import { askEach } from "./_internal/account/ask-each.js";
import { type Answer, addEventCommand, type Question } from "./_internal/account/event-command.js";
import { allOption, figuresAnswer } from "./_internal/account/figures-answer.js";
import { toNumber } from "./_internal/number-option.js";

const ORDERS = { min: 1, minIncluded: false, max: MAX_ORDER };

interface RdpFlags {
  readonly orders: readonly number[];
  readonly all?: boolean;
}

/** `croupier rdp`: Renyi divergences of an event at given orders, each figure with its status. */
export function addRdpCommand(program: Command): void {
  addEventCommand<RdpFlags>(program, {
    name: "rdp",
    summary: "an event's Renyi divergences at given orders, by every method, with their status",
    options: [
      new Option("--orders <list>", "orders > 1, separated by commas")
        .argParser((list) =>
          list.split(",").map((text) => checkNumber("--orders", toNumber("--orders", text), ORDERS)),
        )
        .makeOptionMandatory(),
      allOption(),
    ],
    examples: [
      [
        "What are the shuffle's Renyi divergences at three orders?",
        "croupier rdp shuffle-local --users 60000 --local-epsilon 1 --orders 2,8,32",
      ],
      ["As JSON, of an event in a file:", "croupier rdp --event round.json --orders 1.5,2,64 --json"],
    ],
    answer,
  });
}

function answer({ asked, adjacencies, choice }: Question, { orders, all = false }: RdpFlags): Answer {
  const event = asked.read(asked.raw);
  return figuresAnswer<RenyiGuarantee>({
    asked,
    event,
    repeated: {},
    reports: askEach(adjacencies, (adjacency) => renyiDivergences(event, { ...choice, adjacency, orders })),
    columns: orders.map((order, index) => ({
      title: `order ${order}`,
      cell: (figure) => valuesOf(figure)[index]!,
    })),
    claim: (figure) => {
      const values = valuesOf(figure).join(", ");
      return figure.side === "upper"
        ? `Renyi divergence <= ${values}`
        : `no Renyi divergence below ${values} can hold`;
    },
    at: () => `order${orders.length === 1 ? "" : "s"} ${orders.join(", ")}`,
    all,
  });
}

function valuesOf({ side, rdp }: RenyiGuarantee): string[] {
  return rdp.map(side === "upper" ? formatUp : formatDown);
}
