import type { Command } from "commander";
import type { StudyFigures } from "../../../../src/federated/messages/study-figures.js";
import { checkStudyBudget } from "../../../../src/federated/study/check-study-budget.js";
import type { Study } from "../../../../src/federated/study/study.js";
import { studyFigures } from "../../../../src/federated/study/study-figures.js";
import { columnsOf } from "../../../cli/_internal/terminal/columns-of.js";
import { withProgressLine } from "../../../cli/_internal/with-progress-line.js";
import { counted } from "../../../shared/words/counted.js";
import { wrapText } from "../../../shared/words/wrap-text.js";
import { jsonOption, print } from "../commands/json-option.js";
import { completeStudy } from "./complete-study.js";
import { figuresText } from "./figures-text.js";
import { readStudyFile } from "./read-study-file.js";

/** Adds `croupier-server study check`. */
export function addStudyCheck(study: Command): void {
  study
    .command("check")
    .summary("what all rounds of a study spend, by adversary, and whether its budget holds")
    .description(
      "Verify a study, and print what all of its rounds spend, by adversary. A budget that does not hold ends it with status 3.",
    )
    .argument("<study>", "a draft's or a study's file, signed or not; - for standard input")
    .addOption(jsonOption())
    .action(async (path: string, { json }: { readonly json?: boolean }) => {
      const { id, checked } = await studyOf(path);
      const figures = withProgressLine((say) => {
        say("accounting all rounds");
        return studyFigures(checked);
      });
      print(json, { id, study: checked, figures }, () => textOf(id, checked, figures));
      checkStudyBudget(checked, figures);
    });
}

/** No party's: what a draft is checked with, since no figure depends on the keys. */
const NOBODY = {
  owner: new Uint8Array(32),
  shuffler: new Uint8Array(32).fill(1),
  analyzer: new Uint8Array(32).fill(2),
  url: "http://localhost",
};

async function studyOf(path: string): Promise<{ readonly id: string | null; readonly checked: Study }> {
  const file = await readStudyFile(path);
  if (file.kind === "signed") return { id: file.opened.id, checked: file.opened.study };
  return { id: null, checked: file.kind === "draft" ? completeStudy(file.draft, NOBODY) : file.study };
}

function textOf(id: string | null, study: Study, figures: StudyFigures): string {
  const width = columnsOf(process.stdout);
  const { rounds, floor, dummies, budget, adjacency } = study;
  const head =
    `${study.title} (${id === null ? "not signed" : `study ${id}`}): ${counted(rounds, "round")} of at least ${counted(floor, "report")} and ${counted(dummies, "dummy", "dummies")} a slot; ` +
    `budget epsilon ${budget.epsilon} at delta ${budget.delta}, ${adjacency}.`;
  return `${wrapText(head, { width })}\n\n${figuresText(figures, width)}`;
}
