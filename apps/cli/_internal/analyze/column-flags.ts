import { type Command, Option } from "commander";
import { NUMBERS } from "../../../../src/analytics/number-limits.js";
import { RANGES, type Range } from "../../../../src/validate.js";
import { normalizedText } from "../../../shared/analyze/input/normalized-text.js";
import { numberOption } from "../number-option.js";
import { repeatable } from "../repeatable.js";
import { badFlag } from "./bad-flag.js";
import { numbersOf, wordsOf } from "./list-flags.js";

/** The flags that say how a column is analyzed, as typed. */
export interface ColumnFlags {
  readonly categories?: readonly string[];
  readonly mean?: true;
  readonly histogram?: true;
  readonly quantiles?: readonly number[];
  readonly bins?: number;
  readonly edges?: readonly number[];
  readonly lower?: number;
  readonly upper?: number;
  readonly missing?: string;
}

/** A column with its flags. */
export interface ColumnRequest {
  readonly column: string;
  readonly flags: ColumnFlags;
}

export interface ColumnRequests {
  readonly columns: readonly ColumnRequest[];
  readonly groupBy: ColumnRequest | undefined;
}

const BINS: Range = { ...RANGES.positiveInteger, min: 2, max: 10_000 };

/** Made anew for each command, since an option belongs to one. */
function columnOptions(): Option[] {
  const list = (flags: string, about: string, parse: (flag: string) => (text: string) => unknown): Option =>
    new Option(flags, about).argParser(parse(flags.split(" ")[0]!));
  return [
    list("--categories <list>", "every value that a user may hold, e.g. no,yes (as a line of CSV)", wordsOf),
    new Option("--mean", "the column holds numbers: estimate their mean"),
    new Option("--histogram", "the column holds numbers: count them in bins"),
    list("--quantiles <list>", "the column holds numbers: estimate quantiles, e.g. 0.25,0.5,0.75", numbersOf),
    numberOption("--lower <l>", "least number that counts; smaller ones count as this", NUMBERS),
    numberOption("--upper <u>", "largest number that counts; larger ones count as this", NUMBERS),
    numberOption("--bins <k>", "bins of equal width from --lower to --upper (default 10)", BINS),
    list(
      "--edges <list>",
      "bins by their edges, e.g. 0,18,30,50,100, instead of --lower, --upper, --bins",
      numbersOf,
    ),
    new Option("--missing <value>", "what an empty cell counts as; without it an empty cell is an error"),
  ];
}

type Opener = "--column" | "--group-by";

/** A column's name, and what was typed after it. */
interface Opened extends ColumnRequest {
  readonly opener: Opener;
  readonly flags: Record<string, unknown>;
}

/**
 * Adds `--column`, `--group-by` and the flags that follow them: each belongs to the column named before it,
 * or to the only one.
 *
 * @returns what was typed, once the command line is parsed
 */
export function addColumnFlags(command: Command): () => ColumnRequests {
  const opened: Opened[] = [];
  const early: Record<string, unknown> = {};
  const add = (option: Option, onFlag: (value: unknown) => void): void => {
    command.addOption(repeatable(option));
    command.on(`option:${option.name()}`, () => onFlag(command.getOptionValue(option.attributeName())));
  };
  const addOpener = (opener: Opener, about: string): Option => {
    const option = new Option(`${opener} <name>`, about);
    add(option, (column) => opened.push({ opener, column: column as string, flags: {} }));
    return option;
  };
  addOpener("--column", "a column to analyze; several may be named").makeOptionMandatory();
  addOpener("--group-by", "a column of groups, within each of which the others are analyzed");
  command.optionsGroup("Options of the column named before them:");
  for (const option of columnOptions()) {
    add(option, (value) => setOnce(opened.at(-1)?.flags ?? early, option, value));
  }
  command.optionsGroup("Options:");
  return () => requestsOf(opened, early);
}

function setOnce(flags: Record<string, unknown>, option: Option, value: unknown): void {
  const key = option.attributeName();
  if (key in flags)
    throw badFlag(option.long!, value, "given once for each column", "name the column again for more");
  flags[key] = value;
}

function requestsOf(opened: readonly Opened[], early: Readonly<Record<string, unknown>>): ColumnRequests {
  const [groupBy, second] = opened.filter(({ opener }) => opener === "--group-by");
  if (second !== undefined)
    throw badFlag("--group-by", second.column, "given once", "join two columns into one in the file");
  const columns = opened.filter(({ opener }) => opener === "--column");
  checkDifferent(columns);
  const [misplaced] = Object.entries(early);
  if (misplaced === undefined) return { columns, groupBy };
  const [key, value] = misplaced;
  if (opened.length > 1 || key in columns[0]!.flags)
    throw badFlag(
      `--${key}`,
      value,
      "placed after its column",
      "each --column and --group-by is followed by its own flags",
    );
  return { columns: [{ ...columns[0]!, flags: { ...early, ...columns[0]!.flags } }], groupBy };
}

/** The same for flags in another order, and categories. */
function requestKey({ column, flags }: Opened): string {
  const { categories, ...others } = flags as ColumnFlags;
  return JSON.stringify([normalizedText(column), categories?.toSorted(), Object.entries(others).sort()]);
}

function checkDifferent(columns: readonly Opened[]): void {
  const asked = new Set<string>();
  for (const opened of columns) {
    const request = requestKey(opened);
    if (asked.has(request))
      throw badFlag(
        "--column",
        opened.column,
        "named once for each question",
        "the same question twice would split epsilon between two answers",
      );
    asked.add(request);
  }
}
