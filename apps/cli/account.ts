import type { Command } from "commander";
import { guarantees } from "../../src/accounting/index.js";
import { describeGuarantee } from "../../src/privacy/describe-guarantee.js";
import { formatNumber } from "../../src/privacy/format-number.js";
import { readEvent } from "../../src/privacy/index.js";
import { RANGES } from "../../src/validate.js";
import { addEventCommand } from "./_internal/account/event-command.js";
import { figuresText } from "./_internal/account/figures-text.js";
import { plotRounds } from "./_internal/account/plot-rounds.js";
import { quoted } from "./_internal/figure-table.js";
import { numberOption } from "./_internal/number-option.js";

/** `croupier account`: every privacy figure of an event, each with its status. */
export function addAccountCommand(program: Command): void {
  addEventCommand<{ readonly delta: number }>(program, {
    name: "account",
    summary: "what an event spends: every method's epsilon at delta, with its status",
    options: [
      numberOption(
        "--delta <d>",
        "delta of the (epsilon, delta) guarantee",
        RANGES.delta,
      ).makeOptionMandatory(),
    ],
    plot: "also draw epsilon against rounds for every method, as SVG",
    examples: [
      "croupier account shuffle-gaussian --users 60000 --noise-multiplier 9.48 --rounds 7 --delta 1.6667e-5",
      "croupier account check-in-gaussian --users 60000 --check-in-rate 0.1 --noise-multiplier 5 --rounds 5540 --delta 1e-5 --adjacency zero-out",
      "croupier account --event round.json --delta 1e-5 --json",
      "croupier account subsampled-shuffle-local --users 60000 --sampled 2000 --local-epsilon 2 --rounds 6000 --delta 1e-5 --plot spent.svg",
    ],
    answer: ({ event: raw, choice }, { delta }) => {
      const event = readEvent(raw);
      const { adjacency } = choice;
      const report = guarantees(event, { ...choice, delta });
      return {
        json: { event, delta, adjacency, ...report },
        text: () =>
          figuresText({
            event,
            adjacency,
            at: `delta ${formatNumber(delta)}`,
            columns: [
              { title: "epsilon", cell: (each) => quoted(each, each.epsilon) },
              { title: "order", cell: ({ order }) => (order === undefined ? "" : formatNumber(order)) },
            ],
            describe: describeGuarantee,
            ...report,
          }),
        plot: () => plotRounds(event, { ...choice, delta }),
      };
    },
  });
}
