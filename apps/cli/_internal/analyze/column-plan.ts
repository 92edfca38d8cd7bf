import { equalWidthEdges } from "../../../../src/analytics/index.js";
import { WIDTHS } from "../../../../src/analytics/number-limits.js";
import { DpError } from "../../../../src/errors.js";
import { normalizedText } from "../../../shared/analyze/input/normalized-text.js";
import type {
  BinsPlan,
  CategoriesPlan,
  ChoicesPlan,
  ColumnPlan,
  MeanPlan,
} from "../../../shared/analyze/input/plan.js";
import { parseNumber } from "../../../shared/words/parse-number.js";
import { badFlag } from "./bad-flag.js";
import type { ColumnFlags, ColumnRequest } from "./column-flags.js";

const DEFAULT_BINS = 10;

/** What a column's flags ask for. */
export function columnPlan(request: ColumnRequest, decimalComma: boolean): ColumnPlan {
  if (request.flags.mean) return meanPlan(request, decimalComma);
  return asksForBins(request.flags) ? binsPlan(request, decimalComma) : categoriesPlan(request);
}

/** What the flags of the column of groups ask for. */
export function groupPlan(request: ColumnRequest, decimalComma: boolean): ChoicesPlan {
  const { lower, upper } = request.flags;
  refuse(
    request.flags,
    ["mean", "quantiles"],
    "left out for --group-by",
    "groups are categories, or bins by --edges",
  );
  const binned = asksForBins(request.flags) || lower !== undefined || upper !== undefined;
  return binned ? binsPlan(request, decimalComma) : categoriesPlan(request);
}

/**
 * The number that an empty cell of a column of numbers counts as; with a point, as in all flags, or as in the
 * file.
 */
function missingNumber({ missing }: ColumnFlags, decimalComma: boolean): number | undefined {
  if (missing === undefined) return undefined;
  const value = parseNumber(missing) ?? (decimalComma ? parseNumber(missing.replace(",", ".")) : undefined);
  if (Number.isFinite(value)) return value;
  throw badFlag("--missing", missing, "a number", "the column holds numbers");
}

/** The category that an empty cell counts as. */
function missingCategory({ missing, categories }: ColumnFlags): string | undefined {
  if (missing === undefined) return undefined;
  const name = normalizedText(missing);
  if (name === "") throw badFlag("--missing", missing, "a category's name", "an empty one would have none");
  if (categories?.includes(name) === false)
    throw badFlag("--missing", missing, "one of --categories", "list it among them");
  return name;
}

function asksForBins({ histogram, quantiles, bins, edges }: ColumnFlags): boolean {
  return Boolean(histogram ?? quantiles ?? bins ?? edges);
}

function meanPlan({ column, flags }: ColumnRequest, decimalComma: boolean): MeanPlan {
  refuse(flags, ["categories"], "left out with --mean", "a mean has none");
  const others = ["histogram", "quantiles", "bins", "edges"] as const;
  refuse(flags, others, "left out with --mean", "name the column again for a histogram");
  return { kind: "mean", column, ...boundsOf(flags, "--mean"), missing: missingNumber(flags, decimalComma) };
}

function binsPlan({ column, flags }: ColumnRequest, decimalComma: boolean): BinsPlan {
  refuse(flags, ["categories"], "left out with bins", "name the column again for categories");
  const { quantiles = [] } = flags;
  for (const probability of quantiles) {
    if (!(probability > 0 && probability < 1))
      throw badFlag("--quantiles", quantiles, "numbers in (0, 1)", "0.5 is the median");
  }
  const missing = missingNumber(flags, decimalComma);
  return { kind: "histogram", column, edges: edgesOf(flags), quantiles, missing };
}

function edgesOf(flags: ColumnFlags): readonly number[] {
  const { edges, bins = DEFAULT_BINS } = flags;
  if (edges === undefined) return equalWidthEdges({ ...boundsOf(flags, "bins"), bins });
  refuse(
    flags,
    ["lower", "upper", "bins"],
    "left out with --edges",
    "the edges say where bins begin and end",
  );
  if (edges.length > 2 && edges.every((edge, index) => index === 0 || edge > edges[index - 1]!)) return edges;
  throw badFlag("--edges", edges, "at least three ascending numbers", "two bins have three edges");
}

function boundsOf(
  { lower, upper }: ColumnFlags,
  purpose: string,
): { readonly lower: number; readonly upper: number } {
  for (const [flag, value] of Object.entries({ "--lower": lower, "--upper": upper })) {
    if (value === undefined) throw missingBound(flag, purpose);
  }
  if (upper! - lower! >= WIDTHS.min) return { lower: lower!, upper: upper! };
  throw badFlag("--lower", lower, `at least ${WIDTHS.min} below --upper ${upper}`, "the bounds may not meet");
}

function missingBound(flag: string, purpose: string): DpError {
  const allowed = `given with ${purpose}`;
  const message = `${flag} must be ${allowed}, from public knowledge; bounds learned from the data disclose it`;
  return new DpError("BAD_INPUT", message, { parameter: flag, value: undefined, allowed });
}

function categoriesPlan({ column, flags }: ColumnRequest): CategoriesPlan {
  const without = "left out without --mean, --histogram or --quantiles";
  refuse(flags, ["lower", "upper"], without, "categories have no bounds");
  const { categories } = flags;
  if (categories !== undefined && (categories.length < 2 || new Set(categories).size < categories.length))
    throw badFlag("--categories", categories, "at least two different ones", "separate them by commas");
  if (categories?.includes(""))
    throw badFlag("--categories", categories, "names", "a comma too many makes an empty one");
  return { kind: "frequencies", column, categories, missing: missingCategory(flags) };
}

function refuse(
  flags: ColumnFlags,
  names: readonly (keyof ColumnFlags)[],
  allowed: string,
  advice: string,
): void {
  for (const name of names) {
    if (flags[name] !== undefined) throw badFlag(`--${name}`, flags[name], allowed, advice);
  }
}
