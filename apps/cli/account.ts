import type { Command } from "commander";
import { guarantees } from "../../src/accounting/index.js";
import { describeBound } from "../../src/privacy/describe-bound.js";
import { formatDown, formatNumber, formatUp } from "../../src/privacy/format-number.js";
import type { Adjacency, Guarantee } from "../../src/privacy/index.js";
import { DOMAIN } from "../../src/validate.js";
import { askEach, type FiguresReport, type Under } from "./_internal/account/ask-each.js";
import { type Answer, addEventCommand, type Question } from "./_internal/account/event-command.js";
import { allOption, figuresAnswer } from "./_internal/account/figures-answer.js";
import { plotRounds } from "./_internal/account/plot-rounds.js";
import { quoted } from "./_internal/figure-tables.js";
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

function answer({ asked, adjacencies, choice }: Question, { delta, all = false }: AccountFlags): Answer {
  const event = asked.read(asked.raw);
  const reports = askEach(adjacencies, (adjacency) => guarantees(event, { ...choice, adjacency, delta }));
  return {
    ...figuresAnswer<Guarantee>({
      asked,
      event,
      repeated: { delta },
      reports,
      columns: [
        { title: "epsilon", cell: (each) => quoted(each, each.epsilon) },
        { title: "order", cell: ({ order }) => (order === undefined ? "" : formatNumber(order)) },
      ],
      claim: (each) => describeBound(each, "epsilon", quoted(each, each.epsilon)),
      at: ({ side }) => `delta ${(side === "upper" ? formatUp : formatDown)(delta)}`,
      all,
    }),
    plot: () => plotRounds(event, { ...choice, adjacencies: answeredIn(reports), delta }),
  };
}

function answeredIn(reports: readonly Under<FiguresReport<Guarantee>>[]): Adjacency[] {
  return reports.filter((report) => report.guarantees.length > 0).map(({ adjacency }) => adjacency);
}
