import Papa from "papaparse";
import type { ColumnEstimates, Estimate } from "../../../../src/analytics/index.js";
import { escapeControls } from "../../words/escape-controls.js";
import type { AnalyzeReport } from "../analyze-report.js";
import { provenFigure } from "../proven-figure.js";
import { quantileRows } from "./quantile-rows.js";
import { tableRows } from "./table-rows.js";

interface CsvRow {
  readonly column: string;
  readonly group: string;
  readonly value: string;
  readonly measure: "users" | "share" | "share of group" | "mean" | "quantile";
  readonly figure: Omit<Estimate, "standardError"> & { readonly standardError?: number };
}

/** What a spreadsheet would run as a formula; numbers are none. */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d[\d.,]*(?:e[+-]?\d+)?$))/;

/**
 * The estimates as they are, unrounded and uncut, one figure a line; every line says what all of them spend.
 */
export function estimatesCsv(report: AnalyzeReport, decimalComma: boolean): string {
  const number: Shown = (value) => (decimalComma ? String(value).replace(".", ",") : String(value));
  const best = provenFigure(report, report.adjacency);
  const spent = {
    confidence: number(report.confidence),
    epsilon: number(best.epsilon.upper),
    delta: number(best.delta),
    adjacency: best.adjacency,
    status: best.status,
    warnings: report.warnings.join(" "),
  };
  const rows = report.columns
    .flatMap((column) => csvRows(column, number))
    .map(({ column, figure, ...names }) => ({
      column: escapeControls(column),
      ...names,
      estimate: number(figure.estimate),
      standard_error: figure.standardError === undefined ? "" : number(figure.standardError),
      lower: number(figure.lower),
      upper: number(figure.upper),
      ...spent,
    }));
  return Papa.unparse(rows, { delimiter: decimalComma ? ";" : ",", newline: "\n", escapeFormulae: FORMULA });
}

type Shown = (value: number) => string;

function csvRows(report: ColumnEstimates, shown: Shown): CsvRow[] {
  return [...tableRowsOf(report), ...quantilesOf(report, shown)];
}

function tableRowsOf(report: ColumnEstimates): CsvRow[] {
  const { column } = report;
  return tableRows(report).flatMap(({ group, name: value, count, figure }) => {
    const share = group !== "" && value !== "" ? "share of group" : "share";
    const measure = report.kind === "mean" ? "mean" : share;
    return [
      ...(count === undefined ? [] : [{ column, group, value, measure: "users" as const, figure: count }]),
      ...(figure === undefined ? [] : [{ column, group, value, measure, figure } as const]),
    ];
  });
}

function quantilesOf(report: ColumnEstimates, shown: Shown): CsvRow[] {
  const { column } = report;
  return quantileRows(report).map(({ group, figure }) => ({
    column,
    group,
    value: shown(figure.probability),
    measure: "quantile",
    figure,
  }));
}
