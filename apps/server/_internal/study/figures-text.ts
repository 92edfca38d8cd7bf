import type { AdversaryFigure, StudyFigures } from "../../../../src/federated/messages/study-figures.js";
import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import { formatUp } from "../../../../src/privacy/format-number.js";
import { formatTable } from "../../../shared/words/format-table.js";
import { wrapText } from "../../../shared/words/wrap-text.js";

/** In the order in which they are shown: never one without the others. */
const ORDER: readonly (keyof StudyFigures)[] = ["full", "dummiesOnly", "plain", "local"];

/** The figures by adversary as a table, and each one's statement below. */
export function figuresText(figures: StudyFigures, width: number): string {
  const all = ORDER.map((name) => figures[name]);
  const table = formatTable(
    [
      { title: "epsilon <=", align: "right" },
      { title: "against", wraps: true },
      { title: "credited", wraps: true },
    ],
    all.map(({ guarantee, adversary, credits }) => [formatUp(guarantee.epsilon.upper), adversary, credits]),
    width,
  );
  const statements = [...new Set(all.map(statement))].map((text) => wrapText(text, { width }));
  return [table, "", ...statements].join("\n");
}

function statement({ guarantee }: AdversaryFigure): string {
  return describeGuarantee(guarantee);
}
