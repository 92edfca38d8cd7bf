import { type BinOptions, binChoices, type CategoryOptions } from "../../../../src/analytics/choices.js";
import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { numberIn, presentCell } from "./cell-values.js";
import { GrowingArray, indexArray } from "./growing-array.js";
import { lineFault } from "./input/record-reader.js";
import type { BinsPlan, CategoriesPlan, ChoicesPlan, MeanPlan } from "./plan.js";

/** More than these are no list that a person means to disclose, and no counts that would rise above their noise. */
const MOST_LEARNED = 1000;

/** Takes the cells of a column, one after the other. */
export interface ColumnValues {
  push(text: string, line: number): void;
}

/** A column whose values are of finitely many choices. */
export interface ChoiceValues extends ColumnValues {
  /** The choices and every value's number among them; once all cells are there. */
  finish(): NumberedValues;
}

/** Values by their choices' numbers. */
export interface NumberedValues {
  readonly choices: CategoryOptions | BinOptions;
  readonly numbers: ArrayLike<number>;
  /** Whether the choices are those that occur in the data. */
  readonly learned: boolean;
}

/** A column of categories or bins. */
export function choiceValues(plan: ChoicesPlan, decimalComma: boolean): ChoiceValues {
  if (plan.kind === "histogram") return binnedValues(plan, decimalComma);
  return plan.categories === undefined ? learnedCategories(plan) : knownCategories(plan, plan.categories);
}

/** A column of numbers. */
export function numberValues(
  plan: MeanPlan,
  decimalComma: boolean,
): ColumnValues & { readonly values: Float64Array } {
  const values = new GrowingArray((length) => new Float64Array(length));
  return {
    push: (text, line) => values.push(numberIn(presentCell(text, line, plan), line, decimalComma)),
    get values() {
      return values.items;
    },
  };
}

function binnedValues(plan: BinsPlan, decimalComma: boolean): ChoiceValues {
  const { edges } = plan;
  const { indexOf } = binChoices("--edges", { edges });
  const numbers = indexArray(edges.length);
  return {
    push: (text, line) => numbers.push(indexOf(numberIn(presentCell(text, line, plan), line, decimalComma))),
    finish: () => ({ choices: { edges }, numbers: numbers.items, learned: false }),
  };
}

function knownCategories(plan: CategoriesPlan, categories: readonly string[]): ChoiceValues {
  const known = new Map(categories.map((category, number) => [category, number]));
  const numbers = indexArray(categories.length);
  return {
    push(text, line) {
      const cell = presentCell(text, line, plan);
      const number = known.get(cell);
      if (number !== undefined) return numbers.push(number);
      throw lineFault(
        line,
        cell,
        `${show(cell)} is not one of --categories; list every value that a user may hold`,
      );
    },
    finish: () => ({ choices: { categories }, numbers: numbers.items, learned: false }),
  };
}

/** Categories in the order of their names, so that nothing tells in which order they occurred. */
function learnedCategories(plan: CategoriesPlan): ChoiceValues {
  const seen = new Map<string, number>();
  const numbers = indexArray(MOST_LEARNED);
  return {
    push(text, line) {
      const cell = presentCell(text, line, plan);
      const number = seen.get(cell) ?? seen.size;
      if (number === MOST_LEARNED) throw tooMany(line, plan.column);
      seen.set(cell, number);
      numbers.push(number);
    },
    finish() {
      const categories = [...seen.keys()].sort();
      if (categories.length < 2) throw onlyOne(plan.column);
      const places = new Map(categories.map((category, place) => [category, place]));
      const placeOf = [...seen.keys()].map((category) => places.get(category)!);
      return {
        choices: { categories },
        numbers: numbers.items.map((number) => placeOf[number]!),
        learned: true,
      };
    },
  };
}

function onlyOne(column: string): Error {
  const message = `the column ${show(column)} holds one value only; give --categories from public knowledge, every value that a user may hold`;
  return new DpError("DATA_UNREADABLE", message, { parameter: column, value: 1 });
}

function tooMany(line: number, column: string): Error {
  return lineFault(
    line,
    column,
    `the column ${show(column)} has more than ${MOST_LEARNED} different values; give --categories from public knowledge, or count numbers by --histogram or --quantiles (names and identifiers have no shares to estimate)`,
  );
}
