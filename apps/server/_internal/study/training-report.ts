import type { TrainingResult } from "../../../../src/federated/messages/documents.js";
import type { AdversaryFigure, StudyFigures } from "../../../../src/federated/messages/study-figures.js";
import type { TrainingStudy } from "../../../../src/federated/study/study.js";
import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import { formatUp } from "../../../../src/privacy/format-number.js";
import { escapeMarkup } from "../../../shared/words/escape-markup.js";
import { REPORT_STYLE } from "../../../shared/words/report-style.js";
import { toJson } from "../../../shared/words/to-json.js";

/** What a report of a training study says. */
export interface TrainingRun {
  /** Of the study. */
  readonly id: string;
  readonly study: TrainingStudy;
  /** Of the rounds that were published, in their order. */
  readonly results: readonly TrainingResult[];
}

/** Figures in the order in which they are shown: never one without the others. */
const ORDER: readonly (keyof StudyFigures)[] = ["full", "dummiesOnly", "plain", "local"];

/** A training study's report: one HTML page that needs nothing from elsewhere. */
export function trainingReport({ id, study, results }: TrainingRun): string {
  const last = results.at(-1);
  const title = `croupier: ${study.title}`;
  const figures = last === undefined ? [] : ORDER.map((name) => last.figures[name]);
  const warning =
    study.purpose === "test"
      ? `<p class="warning">A test${study.seed === null ? "" : ", seeded: its noise can be subtracted"}. It protects nobody.</p>`
      : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeMarkup(title)}</title><style>${REPORT_STYLE}</style></head>
<body><main>
<h1>${escapeMarkup(title)}</h1>
<p class="soft">study ${id}; ${stepsOf(last)} steps; ${last?.rounds.charged ?? 0} of ${study.rounds} rounds charged</p>
<h2>Privacy</h2>${warning}${figures.map(figureCard).join("")}
<h2>Rounds</h2>${roundsTable(results)}
<h2>Configuration</h2>${configurationTable(study)}
</main></body></html>
`;
}

function stepsOf(last: TrainingResult | undefined): number {
  return last?.update?.steps ?? 0;
}

function figureCard({ guarantee, adversary, credits }: AdversaryFigure): string {
  const { status, epsilon, delta, adjacency } = guarantee;
  return `<div class="figure ${status}"><div class="headline"><span class="big">&epsilon; &le; ${formatUp(epsilon.upper)}</span><span class="status">${status}</span></div>
<p>Against ${escapeMarkup(adversary)}. Credited: ${escapeMarkup(credits)}.</p><p class="soft">${escapeMarkup(describeGuarantee(guarantee))} At delta ${delta}, ${adjacency}.</p></div>`;
}

function roundsTable(results: readonly TrainingResult[]): string {
  const rows = results.map(({ round, reports, dummies, invalid, update }) => [
    round,
    reports,
    dummies,
    invalid.reduce((sum, count) => sum + count, 0),
    update === null ? "no step" : update.weights,
  ]);
  return table(["round", "reports", "dummies a slot", "invalid records", "SHA-256 of the new weights"], rows);
}

function configurationTable(study: TrainingStudy): string {
  const shown = (value: unknown): unknown => (typeof value === "object" ? toJson(value) : value);
  return table(
    ["field", "value"],
    Object.entries(study).map(([name, value]) => [name, shown(value)]),
  );
}

function table(titles: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const head = titles.map((title) => `<th>${title}</th>`).join("");
  const lines = rows.map(
    (row) => `<tr>${row.map((value) => `<td>${escapeMarkup(String(value))}</td>`).join("")}</tr>`,
  );
  return `<table class="configuration"><thead><tr>${head}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
}
