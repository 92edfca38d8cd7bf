import type { Command } from "commander";
import { deltas } from "../../src/accounting/index.js";
import { describeBound } from "../../src/privacy/describe-bound.js";
import { formatDown, formatUp } from "../../src/privacy/format-number.js";
import type { DeltaGuarantee } from "../../src/privacy/index.js";
import { DOMAIN } from "../../src/validate.js";
import { askEach } from "./_internal/account/ask-each.js";
import { type Answer, addEventCommand, type Question } from "./_internal/account/event-command.js";
import { allOption, figuresAnswer } from "./_internal/account/figures-answer.js";
import { quoted } from "./_internal/figure-tables.js";
import { numberOption } from "./_internal/number-option.js";

interface DeltaFlags {
  readonly epsilon: number;
  readonly all?: boolean;
}

/** `croupier delta`: delta at a given epsilon, each figure with its status. */
export function addDeltaCommand(program: Command): void {
  addEventCommand<DeltaFlags>(program, {
    name: "delta",
    summary: "an event's delta at a given epsilon, by every method, with its status",
    options: [
      numberOption("--epsilon <e>", "epsilon, nats", DOMAIN.epsilon).makeOptionMandatory(),
      allOption(),
    ],
    examples: [
      [
        "What is delta at the epsilon that was promised?",
        "croupier delta subsampled-shuffle-local --users 60000 --sampled 2000 --local-epsilon 2 --rounds 6000 --epsilon 1",
      ],
      ["As JSON, of an event in a file:", "croupier delta --event round.json --epsilon 1 --json"],
    ],
    answer,
  });
}

function answer({ asked, adjacencies, choice }: Question, { epsilon, all = false }: DeltaFlags): Answer {
  const event = asked.read(asked.raw);
  return figuresAnswer<DeltaGuarantee>({
    asked,
    event,
    repeated: { epsilon },
    reports: askEach(adjacencies, (adjacency) => deltas(event, { ...choice, adjacency, epsilon })),
    columns: [{ title: "delta", cell: (each) => quoted(each, each.delta) }],
    claim: (each) => describeBound(each, "delta", quoted(each, each.delta)),
    at: ({ side }) => `epsilon ${(side === "upper" ? formatUp : formatDown)(epsilon)}`,
    all,
  });
}
