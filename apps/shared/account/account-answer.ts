import { guarantees } from "../../../src/accounting/index.js";
import { describeBound } from "../../../src/privacy/describe-bound.js";
import { formatDown, formatNumber, formatUp } from "../../../src/privacy/format-number.js";
import type { Adjacency, Guarantee } from "../../../src/privacy/index.js";
import type { Answer } from "./answer.js";
import { askEach, type FiguresReport, type Under } from "./ask-each.js";
import type { EventQuestion } from "./event-question.js";
import { quoted } from "./figure-tables.js";
import { figuresAnswer } from "./figures-answer.js";
import { plotRounds } from "./plot-rounds.js";

/** What an event spends: epsilon at delta, by every method, with its status. */
export function accountAnswer({ delta, ...question }: EventQuestion & { readonly delta: number }): Answer {
  const { event, title, adjacencies, choice, all } = question;
  const reports = askEach(adjacencies, (adjacency) => guarantees(event, { ...choice, adjacency, delta }));
  return {
    ...figuresAnswer<Guarantee>({
      event,
      title,
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
