import { describeGuarantee } from "../../../src/privacy/describe-guarantee.js";
import { guaranteeTable } from "../account/guarantee-table.js";
import { headlineGuarantees } from "../account/headline-guarantees.js";
import { selectFigures } from "../account/select-figures.js";
import { escapeControls } from "../words/escape-controls.js";
import { formatTable } from "../words/format-table.js";
import type { Layout } from "../words/layout.js";
import { whatIsLeftOut } from "../words/what-is-left-out.js";
import { wrapText } from "../words/wrap-text.js";
import { communicationFacts } from "./communication-facts.js";
import { privacyStatement } from "./privacy-statement.js";
import { resultFacts } from "./result-facts.js";
import { sampleHeading, sampleLines } from "./sample-text.js";
import type { TextSample } from "./task/loaded-task.js";
import { tokenWord } from "./token-word.js";
import type { TrainSummary } from "./train-summary.js";

/**
 * What a run came to, for a person.
 *
 * @param report the path of the page that says all of it
 */
export function summaryText(summary: TrainSummary, report: string, layout: Layout): string {
  const { width, paint } = layout;
  const wrapped = (text: string): string => wrapText(escapeControls(text), { width, hanging: 2 });
  const { config } = summary;
  const { warning, scope, silent } = privacyStatement(summary);
  const shown = selectFigures(summary.guarantees);
  const further = whatElse(summary.guarantees.length - shown.length, silent.length, report);
  const figures = headlineGuarantees(summary.guarantees).map(describeGuarantee);
  const sections = [
    formatTable([{ title: "result" }, { title: "", wraps: true }], resultRows(summary), width),
    ...(summary.sample === undefined ? [] : [sampleSection(summary.sample, tokenWord(config), width)]),
    ...(warning === undefined ? [] : [paint("red", wrapped(warning))]),
    ...[...figures, ...scope].map(wrapped),
    ...(shown.length === 0 ? [] : [guaranteeTable(shown, layout)]),
    ...(further.length === 0 ? [] : [paint("dim", wrapped(further))]),
  ];
  return sections.join("\n\n");
}

/** What the report says besides. */
function whatElse(figures: number, refusals: number, report: string): string {
  const parts = whatIsLeftOut(figures, refusals);
  return parts.length === 0 ? "" : `${parts.join(", ")}: ${report}`;
}

function sampleSection(sample: TextSample, word: "byte" | "token", width: number): string {
  const lines = sampleLines(sample).map((line) => wrapText(line, { width, indent: 2, isHard: true }));
  return [wrapText(sampleHeading(sample, word), { width, hanging: 2 }), ...lines].join("\n");
}

function resultRows(summary: TrainSummary): string[][] {
  const { rounds, config, ended, seconds, runDirectory } = summary;
  return [
    ...resultFacts(summary),
    ["rounds", `${rounds} of ${config.rounds} (${ended})`],
    ...communicationFacts(summary),
    ["time", `${Math.round(seconds)} s`],
    ["folder", escapeControls(runDirectory)],
  ];
}
