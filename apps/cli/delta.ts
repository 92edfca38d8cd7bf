import type { Command } from "commander";
import { DOMAIN } from "../../src/validate.js";
import type { Answer } from "../shared/account/answer.js";
import { deltaAnswer } from "../shared/account/delta-answer.js";
import { allOption } from "./_internal/account/all-option.js";
import { type AskedQuestion, addEventCommand } from "./_internal/account/event-command.js";
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

function answer({ asked, ...question }: AskedQuestion, { epsilon, all = false }: DeltaFlags): Answer {
  return deltaAnswer({ ...question, event: asked.read(asked.raw), title: asked.title, epsilon, all });
}
