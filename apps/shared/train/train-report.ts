import { hasGuarantee } from "../../../src/training/options/has-guarantee.js";
import { escapeMarkup } from "../words/escape-markup.js";
import { REPORT_STYLE } from "../words/report-style.js";
import { shellCommand } from "../words/shell-command.js";
import { toJson } from "../words/to-json.js";
import { communicationFacts } from "./communication-facts.js";
import { reportCharts } from "./report-charts.js";
import { reportFigures, reportPrivacy } from "./report-privacy.js";
import { resultFacts } from "./result-facts.js";
import { sampleHeading, sampleLines } from "./sample-text.js";
import { tokenWord } from "./token-word.js";
import type { TrainSummary } from "./train-summary.js";

/**
 * A run's report: one HTML page that needs nothing from elsewhere.
 *
 * @param folder the name of the run's folder
 */
export async function trainReport(summary: TrainSummary, folder: string): Promise<string> {
  const title = `croupier train: ${summary.preset}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeMarkup(title)}</title><style>${REPORT_STYLE}</style></head>
<body><main>
<h1>${escapeMarkup(title)}</h1>
<p class="soft">${escapeMarkup(circumstances(summary))}</p>
<h2>Privacy</h2>${reportPrivacy(summary)}
<h2>Result</h2>${resultSection(summary)}
${await reportCharts(summary)}
<h2>All privacy figures</h2>${reportFigures(summary)}
<h2>Configuration</h2>${table(Object.entries(summary.config))}
<h2>Repeat it</h2>${commandSection(summary, folder)}
</main></body></html>
`;
}

function circumstances({ finished, version, data, examples, rounds, config, ended }: TrainSummary): string {
  const count = (number: number): string => number.toLocaleString("en");
  return [
    `${finished.slice(0, 16).replace("T", " ")} UTC`,
    `croupier ${version}`,
    `${data}: ${count(examples.train)} training and ${count(examples.test)} test examples`,
    `${config.protocol} protocol, ${count(rounds)} of ${count(config.rounds)} rounds (${ended})`,
  ].join(" · ");
}

function resultSection(summary: TrainSummary): string {
  const { rounds, seconds, sample, config } = summary;
  const facts = [
    ...resultFacts(summary),
    ["rounds", String(rounds)],
    ...communicationFacts(summary),
    ["wall clock of this call", `${Math.round(seconds)} s`],
  ];
  const cells = facts.map(
    ([label, figure]) =>
      `<div><div class="big">${escapeMarkup(figure!)}</div><div class="soft">${label}</div></div>`,
  );
  const written =
    sample === undefined
      ? ""
      : `<p>${escapeMarkup(sampleHeading(sample, tokenWord(config)))}</p>${code(sampleLines(sample).join("\n"))}`;
  return `<div class="facts">${cells.join("")}</div>${written}`;
}

function commandSection({ command, event, config, machine }: TrainSummary, folder: string): string {
  const machineWords = `${machine.processor} (cores: ${machine.cores}, threads used: ${machine.threads}), Node.js ${machine.node}`;
  const run = `<p>This run, on ${escapeMarkup(machineWords)}:</p>${code(command, "run")}`;
  if (event === null || !hasGuarantee(config)) return run;
  const words = [
    "croupier",
    "account",
    "--event",
    `./${folder}/ledger.json`,
    "--delta",
    String(config.delta),
  ];
  const recompute = shellCommand([...words, "--adjacency", config.adjacency]);
  return `${run}<p>The figures anew, from the folder that holds <code>${escapeMarkup(folder)}</code>:</p>${code(recompute, "recompute")}
<details><summary>Everything that was released, for any accountant</summary>${code(toJson(event))}</details>`;
}

function code(text: string, id?: string): string {
  return `<pre${id === undefined ? "" : ` id="${id}"`}><code>${escapeMarkup(text)}</code></pre>`;
}

function table(rows: readonly (readonly [string, unknown])[]): string {
  const lines = rows.map(
    ([name, value]) => `<tr><td>${escapeMarkup(name)}</td><td>${escapeMarkup(shown(value))}</td></tr>`,
  );
  return `<table class="configuration">${lines.join("")}</table>`;
}

function shown(value: unknown): string {
  return typeof value === "object" ? toJson(value) : String(value);
}
