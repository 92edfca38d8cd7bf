import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import { formatNumber, formatUp } from "../../../../src/privacy/format-number.js";
import { escapeMarkup } from "../escape-markup.js";
import { headlineGuarantees } from "../headline-guarantees.js";
import { privacyStatement } from "./privacy-statement.js";
import type { TrainSummary } from "./train-summary.js";

/** The report's first section: what may be said about the run's privacy, the best proven figure first. */
export function reportPrivacy(summary: TrainSummary): string {
  const { warning, scope, silent } = privacyStatement(summary);
  return [
    "<h2>Privacy</h2>",
    warning === undefined ? "" : paragraph(warning, "warning"),
    ...headlineGuarantees(summary.guarantees).map((figure) =>
      paragraph(describeGuarantee(figure), `figure ${figure.status}`),
    ),
    ...scope.map((line) => paragraph(line, "soft")),
    allFigures(summary, silent),
  ].join("\n");
}

function allFigures({ guarantees }: TrainSummary, silent: readonly string[]): string {
  if (guarantees.length === 0) return "";
  const rows = guarantees.map(({ side, status, method, source, epsilon }) => {
    const figure = side === "upper" ? `≤ ${formatUp(epsilon.upper)}` : `≥ ${formatNumber(epsilon.lower)}`;
    return `<tr>${[figure, status, method, source].map((cell) => `<td>${escapeMarkup(cell)}</td>`).join("")}</tr>`;
  });
  const rest = silent.map((line) => `<li>${escapeMarkup(line)}</li>`).join("");
  return `<details><summary>Every method: ${guarantees.length} with a figure, ${silent.length} without</summary>
<table class="figures"><tr><th>epsilon</th><th>status</th><th>method</th><th>source</th></tr>${rows.join("")}</table>
<ul class="soft">${rest}</ul></details>`;
}

function paragraph(text: string, className: string): string {
  return `<p class="${className}">${escapeMarkup(text)}</p>`;
}
