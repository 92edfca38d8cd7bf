import { formatNumber, formatUp } from "../../../../src/privacy/format-number.js";
import { escapeMarkup } from "../escape-markup.js";
import { toJson } from "../to-json.js";
import { reportPrivacy } from "./report-privacy.js";
import { REPORT_STYLE } from "./report-style.js";
import { accuracyByEpsilon, accuracyByRound } from "./train-charts.js";
import type { TrainSummary } from "./train-summary.js";

/** A run's report: one HTML page that needs nothing from elsewhere. */
export function trainReport(summary: TrainSummary): string {
  const title = `croupier train: ${summary.preset}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeMarkup(title)}</title><style>${REPORT_STYLE}</style></head>
<body><main>
<h1>${escapeMarkup(title)}</h1>
${paragraph(`${summary.config.protocol} protocol, ${summary.rounds} of ${summary.config.rounds} rounds (${summary.ended}).`)}
${reportPrivacy(summary)}
<h2>Result</h2>${factsSection(summary)}
${chartSection(summary)}
<h2>Hyperparameters</h2>${table(Object.entries(summary.config))}
<h2>Circumstances</h2>${table(circumstances(summary))}
${eventSection(summary)}
</main></body></html>
`;
}

function factsSection({ accuracy, guarantees, seconds }: TrainSummary): string {
  const best = (["proven", "conditional"] as const).flatMap((wanted) => {
    const figure = guarantees.find(({ side, status }) => side === "upper" && status === wanted);
    return figure === undefined ? [] : [[formatUp(figure.epsilon.upper), `epsilon, ${wanted}`]];
  });
  const share = accuracy === null ? "none" : `${(100 * accuracy).toFixed(2)} %`;
  const facts = [[share, "test accuracy"], ...best, [`${Math.round(seconds)} s`, "wall clock"]];
  const cells = facts.map(
    ([figure, label]) =>
      `<div><div class="big">${escapeMarkup(figure!)}</div><div class="soft">${label}</div></div>`,
  );
  return `<div class="facts">${cells.join("")}</div>`;
}

function chartSection({ history, config }: TrainSummary): string {
  const byEpsilon = config.protocol === "nonprivate" ? "" : accuracyByEpsilon(history, config.delta);
  return `${accuracyByRound(history)}\n${byEpsilon}`;
}

function eventSection({ event }: TrainSummary): string {
  if (event === null) return "";
  const command = "croupier account --event ledger.json";
  return `<h2>Event</h2>${paragraph(`Everything released, for any accountant; ${command} computes the figures anew.`)}<p><code>${escapeMarkup(toJson(event))}</code></p>`;
}

function circumstances({ data, machine }: TrainSummary): [string, string][] {
  return [
    ["data", data],
    ["processor", `${machine.processor}, ${machine.cores} cores, ${machine.threads} threads used`],
    ["Node.js", machine.node],
  ];
}

function table(rows: readonly (readonly [string, unknown])[]): string {
  const lines = rows.map(
    ([name, value]) =>
      `<tr><td>${escapeMarkup(name)}</td><td>${escapeMarkup(typeof value === "number" ? formatNumber(value) : String(value))}</td></tr>`,
  );
  return `<table>${lines.join("")}</table>`;
}

function paragraph(text: string): string {
  return `<p class="soft">${escapeMarkup(text)}</p>`;
}
