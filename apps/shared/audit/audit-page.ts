import { describeGuarantee } from "../../../src/privacy/index.js";
import { escapeMarkup } from "../words/escape-markup.js";
import { REPORT_STYLE } from "../words/report-style.js";
import { toJson } from "../words/to-json.js";
import type { AuditSummary } from "./audit-summary.js";
import { auditNotes, verdictWords } from "./audit-text.js";
import { tradeOffChart } from "./trade-off-chart.js";

/** The same chart for screens and paper, and for phones: the page shows one of them. */
const WIDTHS = [
  ["wide", 560],
  ["narrow", 340],
] as const;

/** The report: one HTML page that needs nothing from elsewhere. */
export async function auditPage(summary: AuditSummary, commandLine: string): Promise<string> {
  const { verdict, guarantee, others } = summary;
  const state = verdict === "refuted" ? " refuted" : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>croupier audit: ${verdict}</title><style>${REPORT_STYLE}</style></head>
<body><main>
<h1>croupier audit</h1>
<div class="figure${state}"><p class="big">${escapeMarkup(verdictWords(summary))}</p></div>
${auditNotes(summary)
  .map((note) => `<p>${escapeMarkup(note)}</p>`)
  .join("\n")}
<h2>Figures</h2>${[guarantee, ...others].map((each) => `<div class="figure ${each.status}"><p>${escapeMarkup(describeGuarantee(each))}</p></div>`).join("")}
${await chartOf(summary)}
<h2>Repeat it</h2><pre><code>${escapeMarkup(commandLine)}</code></pre>
<details><summary>All of it as JSON</summary><pre><code>${escapeMarkup(toJson(summary, 1))}</code></pre></details>
</main></body></html>
`;
}

async function chartOf(summary: AuditSummary): Promise<string> {
  if (summary.tradeOff.length === 0) return "<p>There were too few plays to draw.</p>";
  const { drawLineChart } = await import("../../../src/charts/index.js");
  const { title = "", ...chart } = tradeOffChart(summary);
  const drawings = WIDTHS.map(
    ([name, width]) => `<div class="${name}">${drawLineChart({ ...chart, width })}</div>`,
  );
  return `<figure><figcaption>${escapeMarkup(title)}</figcaption>${drawings.join("")}</figure>`;
}
