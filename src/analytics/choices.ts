import { DpError } from "../errors.js";
import { checkArray, checkNumber, checkOptions, show, wrongShape } from "../validate.js";
import { NUMBERS } from "./number-limits.js";

/** What a report can name: a category, or the numbers of a bin. */
export type Choice = CategoryChoice | BinChoice;

/** A category by its name. */
export interface CategoryChoice {
  readonly category: string;
}

/**
 * The numbers from `from` up to, not with, `to`; a histogram's last bin includes `to`, and its end bins what
 * lies outside.
 */
export interface BinChoice {
  readonly from: number;
  readonly to: number;
}

/** Every category that a user may hold, at least two, from public knowledge. */
export interface CategoryOptions {
  readonly categories: readonly string[];
}

/** The edges of at least two bins, increasing, from public knowledge. */
export interface BinOptions {
  readonly edges: readonly number[];
}

/** Finitely many choices; each value is one of them. */
export interface Choices<Value, Label extends Choice = Choice> {
  /** The choices, in the order of their numbers. */
  readonly labels: readonly Label[];
  /** The number of a value's choice. */
  indexOf(value: Value): number;
}

/** Named categories as choices. */
export function categoryChoices(name: string, options: CategoryOptions): Choices<string, CategoryChoice> {
  const categories = checkArray(`${name}: categories`, checkOptions(name, options).categories);
  const numbers = new Map(categories.map((category, number) => [category, number]));
  if (categories.length < 2 || numbers.size < categories.length) throw tooFewCategories(name, categories);
  const labels = Object.freeze(categories.map((category) => Object.freeze({ category })));
  return {
    labels,
    indexOf(value) {
      const number = numbers.get(value);
      if (number === undefined) throw notACategory(name, value);
      return number;
    },
  };
}

/** Bins of numbers as choices; numbers outside are in the nearest bin. */
export function binChoices(name: string, options: BinOptions): Choices<number, BinChoice> {
  const edges = [...checkArray(`${name}: edges`, checkOptions(name, options).edges)];
  if (edges.length < 3) throw wrongShape(`${name}: edges`, edges, "at least three, for two bins");
  edges.forEach((edge, index) => {
    const above = index === 0 ? NUMBERS : { ...NUMBERS, min: edges[index - 1]!, minIncluded: false };
    checkNumber(`${name}: edges[${index}]`, edge, above);
  });
  const inner = edges.slice(1, -1);
  const labels = edges.slice(1).map((to, bin) => Object.freeze({ from: edges[bin]!, to }));
  return {
    labels: Object.freeze(labels),
    indexOf: (value) => countUpTo(inner, checkNumber(`${name}: value`, value, {})),
  };
}

/** The choices that public parameters describe. */
export function choicesOf(name: string, options: CategoryOptions | BinOptions): Choices<string | number> {
  checkOptions(name, options);
  const choices = "edges" in options ? binChoices(name, options) : categoryChoices(name, options);
  return choices as Choices<string | number>;
}

/** How many of the ascending numbers are at most `value`. */
function countUpTo(ascending: readonly number[], value: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ascending[middle]! <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function tooFewCategories(name: string, categories: readonly string[]): DpError {
  return new DpError(
    "BAD_INPUT",
    `${name}: categories must be at least two different ones, got ${show(categories)}; with one there is nothing to learn`,
    { parameter: "categories", value: categories, allowed: "at least two different categories" },
  );
}

function notACategory(name: string, value: unknown): DpError {
  return new DpError(
    "BAD_INPUT",
    `${name}: value must be one of the categories, got ${show(value)}; list every value that a user may hold`,
    { parameter: "value", value, allowed: "one of the categories" },
  );
}
