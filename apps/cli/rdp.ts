import { type Command, Option } from "commander";
import { MAX_ORDER } from "../../src/accounting/claims/renyi-curve.js";
import { checkNumber } from "../../src/validate.js";
import type { Answer } from "../shared/account/answer.js";
import { renyiAnswer } from "../shared/account/renyi-answer.js";
import { allOption } from "./_internal/account/all-option.js";
import { type AskedQuestion, addEventCommand } from "./_internal/account/event-command.js";
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

function answer({ asked, ...question }: AskedQuestion, { orders, all = false }: RdpFlags): Answer {
  return renyiAnswer({ ...question, event: asked.read(asked.raw), title: asked.title, orders, all });
}
