import type { Command } from "commander";
import { deltas } from "../../src/accounting/index.js";
import { describeClaim } from "../../src/privacy/describe-claim.js";
import { formatNumber } from "../../src/privacy/format-number.js";
import { type DeltaGuarantee, readEvent } from "../../src/privacy/index.js";
import { RANGES } from "../../src/validate.js";
import { addEventCommand } from "./_internal/account/event-command.js";
import { figuresText } from "./_internal/account/figures-text.js";
import { quoted } from "./_internal/figure-table.js";
import { numberOption } from "./_internal/number-option.js";

/** `croupier delta`: delta at a given epsilon by every method, each with its status. */
export function addDeltaCommand(program: Command): void {
  addEventCommand<{ readonly epsilon: number }>(program, {
    name: "delta",
    summary: "an event's delta at a given epsilon by every method, with its status",
    options: [numberOption("--epsilon <e>", "epsilon, nats", RANGES.nonNegative).makeOptionMandatory()],
    examples: [
      "croupier delta shuffle-gaussian --users 60000 --noise-multiplier 9.48 --epsilon 0.1",
      "croupier delta --event round.json --epsilon 1 --json",
    ],
    answer: ({ event: raw, choice }, { epsilon }) => {
      const event = readEvent(raw);
      const { adjacency } = choice;
      const report = deltas(event, { ...choice, epsilon });
      return {
        json: { event, epsilon, adjacency, ...report },
        text: () =>
          figuresText({
            event,
            adjacency,
            at: `epsilon ${formatNumber(epsilon)}`,
            columns: [{ title: "delta", cell: (each) => quoted(each, each.delta) }],
            describe: describeDelta,
            ...report,
          }),
      };
    },
  });
}

function describeDelta(figure: DeltaGuarantee): string {
  const end = quoted(figure, figure.delta);
  const claim = figure.side === "upper" ? `delta <= ${end}` : `no delta below ${end} can hold`;
  return describeClaim(`${claim} at epsilon = ${formatNumber(figure.epsilon)}`, figure);
}
