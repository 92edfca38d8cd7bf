/** Tables as people write them, and what they mean by them. */
import { gzipSync } from "node:zlib";
import { Dice } from "./dice.js";
import { type NumberStyle, shapeOf, styleOf, writtenNumber } from "./written-number.js";

/** A cell: what stands in the file, and what it means; undefined where there is no answer. */
export interface Cell<Value> {
  readonly text: string;
  readonly value: Value | undefined;
}

interface AnyColumn<Value> {
  readonly name: string;
  readonly cells: readonly Cell<Value>[];
  /** What no answer counts as. */
  readonly missing: Value;
  /** The record whose cell has no meaning that a program could know, e.g. 12 %. */
  readonly spoiled: number | undefined;
}

export interface NumberColumn extends AnyColumn<number> {
  readonly task: "mean" | "histogram" | "quantiles";
}

export interface CategoryColumn extends AnyColumn<string> {
  readonly task: "frequencies";
  readonly categories: readonly string[];
  /** Whether the list is given, in one of the spellings of Unicode. */
  readonly list: "NFC" | "NFD" | undefined;
}

export type Column = NumberColumn | CategoryColumn;

/** The flags that say how a table is to be read. */
export interface ReadingFlags {
  readonly delimiter?: string;
  readonly decimalComma: boolean;
  readonly thousands?: string;
  readonly missingValues: readonly string[];
  /** Whether each column says what an empty cell counts as. */
  readonly missing: boolean;
}

export interface RandomTable {
  readonly content: Uint8Array;
  readonly columns: readonly Column[];
  readonly groupBy: Column | undefined;
  readonly users: number;
  /** What reads the table as it is meant. */
  readonly truth: ReadingFlags;
  /** What is tried first. */
  readonly first: ReadingFlags;
  /** Whether the first flags say something of the numbers that is not so. */
  readonly misled: boolean;
}

const MARKS = ["", "NA", "n/a", "-", "\u2013", ".", "NULL", "#N/A", "not said"] as const;
const SPOILED = [
  "12 %",
  "12%",
  "$5",
  "5 \u20ac",
  "1e999",
  "-1e999",
  "(5)",
  "12 kg",
  "1,23,456",
  "0x10",
  "2024-01-05",
  "CHF 7",
  "1.2.3",
  "NaN",
  "x",
];
const NAMES = [
  "Z\u00fcrich",
  "Gen\u00e8ve",
  "New York",
  "a;b",
  "a,b",
  'say "so"',
  "sep=;",
  "yes",
  "no",
  "1,234",
  "e\u0301",
  "\u1eac",
  "line\nbreak",
  "tab\there",
];
const COLUMN_NAMES = [
  "amount",
  "Gr\u00f6\u00dfe",
  "a b",
  "net",
  "betrag",
  "tot",
  "e\u0301t\u00e9",
  "sum",
  "x",
];
const SPACES = ["", "", "", " ", "\u00a0", "  "];

export function tableOf(seed: number, index: number): RandomTable {
  const dice = new Dice(seed, index);
  const users = dice.integer(1, 40);
  const style = styleOf(dice);
  const marks = dice.onceIn(3) ? [dice.oneOf(MARKS), dice.oneOf(MARKS)] : [];
  const names = shuffled(dice, COLUMN_NAMES);
  const open = (place: number, isGroup: boolean): Column =>
    isGroup || dice.onceIn(3)
      ? categoryColumn(dice, names[place]!, users, marks)
      : numberColumn(dice, names[place]!, users, marks, style);
  const count = dice.oneOf([1, 1, 2, 3]);
  const columns = Array.from({ length: count }, (_, place) => open(place, false));
  const groupBy =
    columns.every(({ task }) => task !== "mean") && dice.onceIn(3) ? open(count, dice.onceIn(2)) : undefined;
  const all = groupBy === undefined ? columns : [...columns, groupBy];
  const written = writtenTable(dice, all, users);
  const used = marks.filter((mark) => mark !== "");
  const truth: ReadingFlags = {
    delimiter: written.delimiter,
    decimalComma: style.decimal === ",",
    thousands: style.thousands,
    missingValues: [...new Set(used.map((mark) => mark.normalize("NFC")))],
    missing: marks.length > 0,
  };
  // Where names are taken as they come, so is a word for no answer.
  const known = all.some((column) => column.task === "frequencies" && column.list === undefined)
    ? truth.missingValues
    : [];
  const attempt = dice.oneOf(["nothing", "nothing", "nothing", "truth", "misled"] as const);
  return { ...written, columns, groupBy, users, truth, ...firstFlags(dice, attempt, truth, known) };
}

function firstFlags(
  dice: Dice,
  attempt: "nothing" | "truth" | "misled",
  truth: ReadingFlags,
  missingValues: readonly string[],
): Pick<RandomTable, "first" | "misled"> {
  if (attempt === "truth") return { first: truth, misled: false };
  const nothing: ReadingFlags = { decimalComma: false, missingValues, missing: false };
  if (attempt === "nothing") return { first: nothing, misled: false };
  const decimalComma = !truth.decimalComma;
  const thousands = dice.oneOf(["none", "space", "apostrophe", decimalComma ? "point" : "comma", undefined]);
  return { first: { ...nothing, decimalComma, ...(thousands && { thousands }) }, misled: true };
}

function numberColumn(
  dice: Dice,
  name: string,
  users: number,
  marks: readonly string[],
  style: NumberStyle,
): NumberColumn {
  const shape = shapeOf(dice);
  const cells = cellsOf(dice, users, marks, () => writtenNumber(dice, shape, style));
  const task = dice.oneOf(["mean", "histogram", "quantiles"] as const);
  return { name, task, missing: dice.integer(0, 9), ...spoiltIn(dice, cells, users) };
}

/** Once in a while a cell that no program can be sure of. */
function spoiltIn(
  dice: Dice,
  cells: readonly Cell<number>[],
  users: number,
): Pick<NumberColumn, "cells" | "spoiled"> {
  if (!dice.onceIn(8)) return { cells, spoiled: undefined };
  const spoiled = dice.integer(0, users - 1);
  const text = dice.oneOf(SPOILED);
  return {
    cells: cells.map((cell, place) => (place === spoiled ? { text, value: undefined } : cell)),
    spoiled,
  };
}

function categoryColumn(dice: Dice, name: string, users: number, marks: readonly string[]): CategoryColumn {
  const chosen = shuffled(dice, NAMES).slice(0, dice.integer(2, 5));
  const categories = chosen.map((category) => category.normalize("NFC"));
  const missing = dice.onceIn(2) ? categories[0]! : "none of them";
  const cells = cellsOf(dice, users, marks, () => {
    const value = dice.oneOf(categories);
    return { value, text: value.normalize(dice.oneOf(["NFC", "NFD"] as const)) };
  });
  const distinct = new Set(cells.map(({ value }) => value ?? missing));
  const list = distinct.size < 2 ? "NFC" : dice.oneOf(["NFC", "NFD", undefined] as const);
  const all = categories.includes(missing) ? categories : [...categories, missing];
  return { name, task: "frequencies", categories: all, list, missing, cells, spoiled: undefined };
}

function cellsOf<Value>(
  dice: Dice,
  users: number,
  marks: readonly string[],
  draw: () => Cell<Value>,
): Cell<Value>[] {
  return Array.from({ length: users }, () =>
    marks.length > 0 && dice.onceIn(6) ? { text: dice.oneOf(marks), value: undefined } : draw(),
  );
}

function writtenTable(
  dice: Dice,
  columns: readonly Column[],
  users: number,
): { readonly content: Uint8Array; readonly delimiter: string } {
  const delimiter = dice.oneOf([",", ",", ";", ";", "\t", "|"]);
  const end = dice.oneOf(["\n", "\n", "\r\n", "\r", "\r\r\n"]);
  const isAlwaysQuoted = dice.onceIn(4);
  const field = (text: string): string => {
    const spaced = `${dice.oneOf(SPACES)}${text}${dice.oneOf(SPACES)}`;
    const needsQuotes = isAlwaysQuoted || /[\r\n"]/.test(text) || text.includes(delimiter);
    return needsQuotes ? `"${spaced.replaceAll('"', '""')}"` : spaced;
  };
  const isAlone = columns.length === 1 && columns[0]!.cells.every(({ text }) => text !== "");
  const others = fillers(dice, isAlone);
  const rows = [
    [...columns.map(({ name }) => name.normalize(dice.oneOf(["NFC", "NFD"] as const))), ...others.names],
    ...Array.from({ length: users }, (_, user) => [
      ...columns.map(({ cells }) => cells[user]!.text),
      ...others.cells(user),
    ]),
  ];
  const order = shuffled(
    dice,
    rows[0]!.map((_, place) => place),
  );
  const lines = rows.map((row) => order.map((place) => field(row[place]!)).join(delimiter));
  const separator = dice.onceIn(4) ? [`sep=${delimiter}`] : [];
  const last = order.length > 1 && dice.onceIn(4) ? end.repeat(2) : dice.oneOf(["", end]);
  const mark = dice.onceIn(3) ? "\ufeff" : "";
  // A last cell without a line end is no record where it is empty.
  const isOpen = last === "" && lines.at(-1)!.trim() === "";
  const text = `${mark}${[...separator, ...lines].join(end)}${isOpen ? end : last}`;
  const bytes = new TextEncoder().encode(text);
  return { content: dice.onceIn(6) ? gzipSync(bytes) : bytes, delimiter };
}

/** Columns that nobody asks about, in any writing. */
function fillers(
  dice: Dice,
  mayBeNone: boolean,
): { readonly names: readonly string[]; cells(user: number): string[] } {
  const count = dice.integer(mayBeNone ? 0 : 1, 2);
  const style = styleOf(dice);
  const shape = shapeOf(dice);
  return {
    names: ["id", "note"].slice(0, count),
    cells: (user) =>
      [String(user), dice.onceIn(2) ? dice.oneOf(NAMES) : writtenNumber(dice, shape, style).text].slice(
        0,
        count,
      ),
  };
}

function shuffled<Item>(dice: Dice, items: readonly Item[]): Item[] {
  const left = [...items];
  return items.map(() => left.splice(dice.integer(0, left.length - 1), 1)[0]!);
}
