import type { Command } from "commander";
import { DOMAIN } from "../../src/validate.js";
import { accountAnswer } from "../shared/account/account-answer.js";
import type { Answer } from "../shared/account/answer.js";
import { allOption } from "./_internal/account/all-option.js";
import { type AskedQuestion, addEventCommand } from "./_internal/account/event-command.js";
import { numberOption } from "./_internal/number-option.js";

interface AccountFlags {
  readonly delta: number;
  readonly all?: boolean;
}

/** `croupier account`: the privacy figures of an event, each with its status. */
export function addAccountCommand(program: Command): void {
  addEventCommand<AccountFlags>(program, {
    name: "account",
    summary: "what an event spends: epsilon at delta, by every method, with its status",
    options: [
      numberOption(
        "--delta <d>",
        "delta of the (epsilon, delta) guarantee",
        DOMAIN.delta,
      ).makeOptionMandatory(),
      allOption(),
    ],
    plot: "also draw epsilon against rounds for every method, as SVG",
    examples: [
      [
        "What did DP-SGD spend? (--noise-to-clip: Opacus' noise multiplier)",
        "croupier account poisson-gaussian --epochs 60 --batch-size 256 --examples 50000 --noise-to-clip 1.1 --delta 1e-5",
      ],
      [
        "What does the shuffle buy for local reports?",
        "croupier account shuffle-local --users 60000 --local-epsilon 2 --delta 1e-6",
      ],
      [
        "What does check-in spend where a record may be zeroed out?",
        "croupier account check-in-gaussian --users 60000 --check-in-rate 0.1 --noise-to-clip 5 --rounds 5540 --delta 1e-5 --adjacency zero-out",
      ],
      [
        "What did the ledger of a run spend, as JSON?",
        "croupier account --event ledger.json --delta 1e-5 --json",
      ],
      [
        "How does it grow with rounds?",
        "croupier account subsampled-shuffle-local --users 60000 --sampled 2000 --local-epsilon 2 --rounds 6000 --delta 1e-5 --plot spent.svg",
      ],
    ],
    answer,
  });
}

function answer({ asked, ...question }: AskedQuestion, { delta, all = false }: AccountFlags): Answer {
  return accountAnswer({ ...question, event: asked.read(asked.raw), title: asked.title, delta, all });
}
