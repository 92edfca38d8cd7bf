import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import { formatNumber } from "../../../../src/privacy/format-number.js";
import { guaranteeTable } from "../guarantee-table.js";
import { styleFor } from "../style.js";
import { formatTable } from "../terminal/format-table.js";
import type { ColumnReport } from "./estimate-column.js";
import { type EstimateRow, estimateRows } from "./estimate-rows.js";
import { intervalBar } from "./interval-bar.js";
import { warningsOf } from "./warnings.js";

/** Prints the estimates, what they mean and what they spend, for a person. */
export function printEstimates(report: ColumnReport): void {
  const paint = styleFor(process.stdout);
  const best = report.guarantees.find(({ side, status }) => side === "upper" && status === "proven");
  const sections = [
    subject(report),
    estimateTable(report),
    intervalMeaning(report),
    ...warningsOf(report).map((warning) => paint("red", warning)),
    paint("bold", best === undefined ? "No proven figure applies." : describeGuarantee(best)),
    scope(report),
    ...(report.guarantees.length === 0 ? [] : [guaranteeTable(report.guarantees)]),
    ...report.guarantees.filter(({ status }) => status === "conditional").map(describeGuarantee),
    ...(best === undefined
      ? report.notApplicable.map(({ method, reason }) =>
          paint("dim", `does not apply: ${method} (${reason})`),
        )
      : []),
  ];
  process.stdout.write(`${sections.join("\n\n")}\n`);
}

function subject(report: ColumnReport): string {
  const choices =
    report.kind === "mean"
      ? `one of ${report.levels} levels in [${report.bounds.lower}, ${report.bounds.upper}]`
      : `one of ${report.frequencies.length} categories`;
  return `Column ${JSON.stringify(report.column)}: ${report.users.toLocaleString("en")} users; each reports ${choices} by randomized response, then the reports are shuffled.`;
}

function estimateTable(report: ColumnReport): string {
  const { rows, scale } = estimateRows(report);
  const format = report.kind === "mean" ? formatNumber : formatPercent;
  const counts = report.kind === "frequencies" ? report.frequencies : undefined;
  return formatTable(
    [
      { title: report.kind === "mean" ? "" : "category" },
      ...(counts ? [{ title: "users", align: "right" as const }] : []),
      { title: "estimate", align: "right" },
      { title: "std. error", align: "right" },
      { title: `${formatPercent(report.confidence)} interval`, align: "right" },
      { title: `${format(scale.lower)} to ${format(scale.upper)}` },
    ],
    rows.map((row, index) => [
      row.name,
      ...(counts ? [Math.round(counts[index]!.estimate).toLocaleString("en")] : []),
      ...figures(row, format),
      intervalBar(row, scale),
    ]),
  );
}

function figures(row: EstimateRow, format: (value: number) => string): string[] {
  return [format(row.estimate), format(row.standardError), `${format(row.lower)} to ${format(row.upper)}`];
}

function intervalMeaning(report: ColumnReport): string {
  const probability = formatPercent(report.confidence);
  if (report.kind === "mean") {
    return `The interval holds the mean among these users with probability at least ${probability}, whatever their values. Values outside the bounds count as the nearest bound; how many did is not shown, for that would be an exact figure about them.`;
  }
  return report.simultaneous
    ? `All intervals together hold the shares among these users with probability at least ${probability}, whatever their values.`
    : `Each interval holds its share among these users with probability at least ${probability}, whatever their values; for all at once use --simultaneous.`;
}

function scope({ event }: ColumnReport): string {
  const local =
    event.kind === "shuffle" && event.of.kind === "randomizedResponse" ? event.of.epsilon : Infinity;
  return `This holds against anybody who sees the shuffled reports, or the estimates. Each report by itself, before the shuffle: epsilon <= ${local}, delta = 0. A further run or column of the same users spends again. Nothing protects against anybody who can read the file.`;
}

function formatPercent(share: number): string {
  return `${formatNumber(100 * share)} %`;
}
