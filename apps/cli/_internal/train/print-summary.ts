import { join } from "node:path";
import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import { selectFigures } from "../account/select-figures.js";
import { guaranteeTable } from "../guarantee-table.js";
import { headlineGuarantees } from "../headline-guarantees.js";
import { styleFor } from "../style.js";
import { columnsOf } from "../terminal/columns-of.js";
import { escapeControls } from "../terminal/escape-controls.js";
import { formatTable } from "../terminal/format-table.js";
import { wrapText } from "../terminal/wrap-text.js";
import { whatIsLeftOut } from "../what-is-left-out.js";
import { privacyStatement } from "./privacy-statement.js";
import { resultFacts } from "./result-facts.js";
import { sampleHeading, sampleLines } from "./sample-text.js";
import type { TextSample } from "./task/loaded-task.js";
import { tokenWord } from "./token-word.js";
import type { TrainSummary } from "./train-summary.js";

/** Prints what a run came to, for a person. */
export function printSummary(summary: TrainSummary): void {
  const paint = styleFor(process.stdout);
  const width = columnsOf(process.stdout);
  const wrapped = (text: string): string => wrapText(escapeControls(text), { width, hanging: 2 });
  const { config } = summary;
  const { warning, scope, silent } = privacyStatement(summary);
  const shown = selectFigures(summary.guarantees);
  const further = whatElse(summary.guarantees.length - shown.length, silent.length, summary.runDirectory);
  const figures = headlineGuarantees(summary.guarantees).map(describeGuarantee);
  const sections = [
    formatTable([{ title: "result" }, { title: "", wraps: true }], resultRows(summary), width),
    ...(summary.sample === undefined ? [] : [sampleSection(summary.sample, tokenWord(config), width)]),
    ...(warning === undefined ? [] : [paint("red", wrapped(warning))]),
    ...[...figures, ...scope].map(wrapped),
    ...(shown.length === 0 ? [] : [guaranteeTable(shown, { width, sources: false })]),
    ...(further.length === 0 ? [] : [paint("dim", wrapped(further))]),
  ];
  process.stdout.write(`${sections.join("\n\n")}\n`);
}

/** What the report says besides. */
function whatElse(figures: number, refusals: number, folder: string): string {
  const parts = whatIsLeftOut(figures, refusals);
  return parts.length === 0 ? "" : `${parts.join(", ")}: ${join(folder, "report.html")}`;
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
    ["time", `${Math.round(seconds)} s`],
    ["folder", escapeControls(runDirectory)],
  ];
}
