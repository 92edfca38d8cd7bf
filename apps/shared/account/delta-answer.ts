import { deltas } from "../../../src/accounting/index.js";
import { describeBound } from "../../../src/privacy/describe-bound.js";
import { formatDown, formatUp } from "../../../src/privacy/format-number.js";
import type { DeltaGuarantee } from "../../../src/privacy/index.js";
import type { Answer } from "./answer.js";
import { askEach } from "./ask-each.js";
import type { EventQuestion } from "./event-question.js";
import { quoted } from "./figure-tables.js";
import { figuresAnswer } from "./figures-answer.js";

/** An event's delta at a given epsilon, by every method, with its status. */
export function deltaAnswer({ epsilon, ...question }: EventQuestion & { readonly epsilon: number }): Answer {
  const { event, title, adjacencies, choice, all } = question;
  return figuresAnswer<DeltaGuarantee>({
    event,
    title,
    repeated: { epsilon },
    reports: askEach(adjacencies, (adjacency) => deltas(event, { ...choice, adjacency, epsilon })),
    columns: [{ title: "delta", cell: (each) => quoted(each, each.delta) }],
    claim: (each) => describeBound(each, "delta", quoted(each, each.delta)),
    at: ({ side }) => `epsilon ${(side === "upper" ? formatUp : formatDown)(epsilon)}`,
    all,
  });
}
