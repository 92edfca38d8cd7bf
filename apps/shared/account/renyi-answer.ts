import { type RenyiGuarantee, renyiDivergences } from "../../../src/accounting/index.js";
import { formatDown, formatUp } from "../../../src/privacy/format-number.js";
import type { Answer } from "./answer.js";
import { askEach } from "./ask-each.js";
import type { EventQuestion } from "./event-question.js";
import { figuresAnswer } from "./figures-answer.js";

/** An event's Renyi divergences at given orders, by every method, with their status. */
export function renyiAnswer({
  orders,
  ...question
}: EventQuestion & { readonly orders: readonly number[] }): Answer {
  const { event, title, adjacencies, choice, all } = question;
  return figuresAnswer<RenyiGuarantee>({
    event,
    title,
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
