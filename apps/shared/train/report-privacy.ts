import { describeGuarantee } from "../../../src/privacy/describe-guarantee.js";
import { formatUp } from "../../../src/privacy/format-number.js";
import type { Adjacency, Assumption, Guarantee } from "../../../src/privacy/index.js";
import { describeAssumption } from "../../../src/privacy/index.js";
import { hasGuarantee } from "../../../src/training/options/has-guarantee.js";
import { quoted } from "../account/figure-tables.js";
import { headlineGuarantees } from "../account/headline-guarantees.js";
import { escapeMarkup } from "../words/escape-markup.js";
import { privacyStatement } from "./privacy-statement.js";
import type { TrainSummary } from "./train-summary.js";

const NEIGHBOURS: Readonly<Record<Adjacency, string>> = {
  "replace-one": "one record is replaced by another",
  "zero-out": "one record is replaced by one whose gradient is zero",
  "add-or-remove": "one record is there or not",
};

/**
 * The report's first section: what may be said about the run's privacy, the best proven figure first and
 * largest.
 */
export function reportPrivacy(summary: TrainSummary): string {
  const { guarantees, config, seeded } = summary;
  const { warning, scope } = privacyStatement(summary);
  if (!hasGuarantee(config)) return card("refuted", ["No privacy guarantee"], [warning!]);
  const neighbours = `Two training sets are neighbours (${config.adjacency}) where ${NEIGHBOURS[config.adjacency]}; delta is ${formatUp(config.delta)}.`;
  const proven = guarantees.some(({ side, status }) => side === "upper" && status === "proven");
  return [
    warning === undefined ? "" : paragraph(warning, "warning"),
    proven ? "" : card("refuted", ["No proven figure applies"], []),
    ...headlineGuarantees(guarantees).map((figure) => figureCard(figure, seeded)),
    ...[neighbours, ...scope].map((line) => paragraph(line, "soft")),
  ].join("\n");
}

/** Every figure and every method without one. */
export function reportFigures(summary: TrainSummary): string {
  const { guarantees } = summary;
  const { silent } = privacyStatement(summary);
  const titles = ["epsilon", "status", "method", "source", "assumes"];
  const rows = guarantees.map((figure) =>
    [claimOf(figure), figure.status, figure.method, figure.source, assumed(figure.assumptions)]
      .map((cell, index) => `<td data-title="${titles[index]}">${escapeMarkup(cell)}</td>`)
      .join(""),
  );
  const table =
    rows.length === 0
      ? paragraph("There are none.", "soft")
      : `<table class="figures"><thead><tr>${titles.map((title) => `<th>${title}</th>`).join("")}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>`;
  const used = [...new Set(guarantees.flatMap(({ assumptions }) => assumptions))];
  return [
    table,
    list(used.map((assumption) => `${assumption}: ${describeAssumption(assumption)}.`)),
    silent.length === 0
      ? ""
      : `<details><summary>Methods without a figure: ${silent.length}</summary>${list(silent)}</details>`,
  ].join("\n");
}

function figureCard(figure: Guarantee, seeded: boolean): string {
  const { status, side } = figure;
  const marks = [
    status,
    ...(side === "lower" ? ["lower bound"] : []),
    ...(seeded ? ["seeded: not private"] : []),
  ];
  return card(status, [`epsilon ${claimOf(figure)}`, marks.join(", ")], [describeGuarantee(figure)]);
}

function claimOf(figure: Guarantee): string {
  return `${figure.side === "upper" ? "≤" : "≥"} ${quoted(figure, figure.epsilon)}`;
}

function assumed(assumptions: readonly Assumption[]): string {
  return assumptions.length === 0 ? "nothing more" : assumptions.join(", ");
}

/** A large line with its status beside it, and what it means. */
function card(className: string, [big, mark]: readonly string[], lines: readonly string[]): string {
  const badge = mark === undefined ? "" : ` <span class="status">${escapeMarkup(mark)}</span>`;
  return `<section class="figure ${className}"><p class="headline"><span class="big">${escapeMarkup(big!)}</span>${badge}</p>${lines.map((line) => paragraph(line, "")).join("")}</section>`;
}

function list(lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `<ul class="soft">${lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join("")}</ul>`;
}

function paragraph(text: string, className: string): string {
  return `<p class="${className}">${escapeMarkup(text)}</p>`;
}
