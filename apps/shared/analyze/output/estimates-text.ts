import type { ColumnEstimates, GroupColumnEstimates } from "../../../../src/analytics/index.js";
import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import { formatConfidence, formatUp } from "../../../../src/privacy/format-number.js";
import { LOCAL_EPSILONS } from "../../../../src/validate.js";
import { counted } from "../../words/counted.js";
import { escapeControls } from "../../words/escape-controls.js";
import type { Layout } from "../../words/layout.js";
import { wrapText } from "../../words/wrap-text.js";
import type { AnalyzeReport } from "../analyze-report.js";
import { provenFigure } from "../proven-figure.js";
import { columnTable } from "./column-table.js";
import { intervalTitle } from "./interval-title.js";
import { quantileTable } from "./quantile-table.js";

/** What takes privacy away, the estimates, what they mean and what they spend, for a person. */
export function estimatesText(report: AnalyzeReport, { width, paint }: Layout): string {
  const tables = { width, interval: intervalTitle(report) };
  const wrapped = (text: string): string => wrapText(escapeControls(text), { width });
  const sections = [
    ...report.warnings.map((warning) => paint("red", wrapped(warning))),
    ...report.columns.flatMap((column) => [
      paint("bold", wrapped(subject(column))),
      columnTable(column, tables),
      quantileTable(column, tables) ?? [],
    ]),
    ...report.remarks.map((remark) => paint("yellow", wrapped(remark))),
    wrapped(meaning(report)),
    paint("bold", wrapped(describeGuarantee(provenFigure(report, report.adjacency)))),
    wrapped(scope(report)),
  ];
  return sections.flat().join("\n\n");
}

function subject(report: ColumnEstimates): string {
  const users = counted(report.users, "user");
  const name = JSON.stringify(report.column);
  const by = report.kind === "groups" ? ` by ${JSON.stringify(report.groupBy)}` : "";
  return `Column ${name}${by}: ${users}; each reports ${choicesOf(report)}${howOf(report)}`;
}

/** How a report is made and hidden. */
function howOf({ localEpsilon, dummies }: ColumnEstimates): string {
  const response = ` by randomized response (epsilon ${formatUp(localEpsilon)})`;
  if (dummies === undefined) return `${response}, then the reports are shuffled.`;
  const own = localEpsilon < LOCAL_EPSILONS.max ? response : ", the true one";
  const each = formatUp(dummies.expected / dummies.categories);
  const sum = dummies.total === "constant" ? ", with a constant sum" : "";
  return `${own}, then the shuffler adds about ${each} dummies of each${sum} (noise of scale ${formatUp(dummies.laplaceScale)} in their number) and shuffles all.`;
}

function choicesOf(report: ColumnEstimates): string {
  if (report.kind === "mean")
    return `one of ${report.levels} levels in [${report.bounds.lower}, ${report.bounds.upper}]`;
  if (report.kind === "groups") {
    const [{ values } = { values: [] }] = report.groups;
    return `one of ${report.groups.length} groups x ${values.length} values`;
  }
  return report.kind === "histogram"
    ? `one of ${report.bins.length} bins`
    : `one of ${report.frequencies.length} categories`;
}

function meaning(report: AnalyzeReport): string {
  const { columns, simultaneous } = report;
  const probability = formatConfidence(report.confidence);
  const grouped = columns.filter((column): column is GroupColumnEstimates => column.kind === "groups");
  const all = columns.length > 1 || columns[0]!.kind !== "mean";
  return [
    simultaneous
      ? `All intervals together hold the true figures of these users with probability at least ${probability}, whatever their values.`
      : `Each interval holds the true figure of these users with probability at least ${probability}, whatever their values${all ? "; for all at once use --simultaneous" : ""}.`,
    "Behind ± stands one standard error, rounded up; estimates are rounded to it and cut to what is possible (--json and --csv have them as they are).",
    ...(grouped.length > 0
      ? [
          'The rows "all" are shares of all users, the others of their group. Of a group that may be empty nothing is known.',
        ]
      : []),
    ...(columns.some(hasBounds)
      ? [
          "Values outside the bounds count as the nearest bound; how many did is not shown, for that would be an exact figure about them.",
        ]
      : []),
  ].join(" ");
}

function hasBounds(column: ColumnEstimates): boolean {
  if (column.kind === "groups")
    return "from" in column.groups[0]!.values[0]!.value || "from" in column.groups[0]!.group;
  return column.kind !== "frequencies";
}

function scope({ columns, localEpsilon }: AnalyzeReport): string {
  const isTrue = columns.some((each) => each.dummies && each.localEpsilon >= LOCAL_EPSILONS.max);
  const epsilon = isTrue ? "the true answer" : `epsilon <= ${formatUp(localEpsilon)}, delta = 0`;
  const alone =
    columns.length === 1
      ? `Each report by itself, before the shuffle: ${epsilon}.`
      : `It is one guarantee for all ${columns.length} columns, each of which is shuffled by itself. One user's ${columns.length} reports by themselves, before the shuffle: ${epsilon}.`;
  return `This holds against anybody who sees the shuffled reports, or the estimates. ${alone} A further run about the same users spends again. Nothing protects against anybody who can read the file.`;
}
