import { Option } from "commander";
import { isDelimiter } from "../../../shared/analyze/input/is-delimiter.js";
import type { ThousandsSign } from "../../../shared/analyze/input/number-readings.js";
import { THOUSANDS } from "../../../shared/analyze/input/number-writing.js";
import type { AnalyzePlan } from "../../../shared/analyze/input/plan.js";
import { fileOption } from "../file-option.js";
import { badFlag } from "./bad-flag.js";
import { wordsOf } from "./list-flags.js";

/** The flags that say how tables are read and written. */
export interface TableFlags {
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
  readonly thousands?: ThousandsSign | "none";
  readonly missingValues?: readonly string[];
}

const DELIMITERS: Readonly<Record<string, string>> = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" };

/** How tables are read and written; made anew for each command. */
export function tableOptions(): Option[] {
  return [
    new Option(
      "--delimiter <sign>",
      "what separates columns: a sign, comma, semicolon, tab or pipe (default: guessed)",
    ).argParser(delimiterOf),
    new Option("--decimal-comma", "numbers are written 3,5 instead of 3.5, in the file and in --csv's table"),
    new Option(
      "--thousands <sign>",
      "what groups the digits of 1,234: comma, point, space or apostrophe; none where nothing does",
    ).argParser(thousandsOf),
    new Option(
      "--missing-values <list>",
      "cells that mean the same as an empty one, e.g. NA,n/a,- (as a line of CSV)",
    ).argParser(wordsOf("--missing-values")),
    new Option("--json", "print JSON"),
    new Option("--csv", "print a table for spreadsheets"),
    fileOption("--plot <file>", "write the estimates and their intervals as SVG"),
  ];
}

/** Refuses flags of which one leaves nothing to the other. */
export function checkTableFlags({ decimalComma, thousands }: TableFlags, plan: AnalyzePlan): void {
  if (decimalComma && thousands === ",")
    throw badFlag(
      "--thousands",
      thousands,
      "another sign with --decimal-comma",
      "a comma cannot stand for both",
    );
  const { missingValues, columns, groupBy } = plan;
  if (missingValues.includes(""))
    throw badFlag("--missing-values", missingValues, "words", "a comma too many makes an empty one");
  for (const column of groupBy === undefined ? columns : [...columns, groupBy]) {
    if (column.kind !== "frequencies") continue;
    const { categories = [], missing } = column;
    const both = categories.find((category) => missingValues.includes(category) && category !== missing);
    if (both !== undefined)
      throw badFlag(
        "--missing-values",
        missingValues,
        "other words than --categories",
        "a cell is one or the other; --missing may name a category that is both",
      );
  }
}

function delimiterOf(text: string): string {
  const sign = DELIMITERS[text] ?? text;
  if (isDelimiter(sign)) return sign;
  throw badFlag(
    "--delimiter",
    text,
    "one sign, or comma, semicolon, tab or pipe",
    "it is no letter, digit, quote or line end",
  );
}

function thousandsOf(text: string): ThousandsSign | "none" {
  const found = THOUSANDS[text] ?? Object.values(THOUSANDS).find((sign) => sign === text);
  if (found !== undefined) return found;
  throw badFlag(
    "--thousands",
    text,
    "comma, point, space, apostrophe or none",
    "groups of other signs, or not of three digits, are not read",
  );
}
