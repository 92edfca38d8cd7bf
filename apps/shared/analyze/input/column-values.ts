import { binChoices } from "../../../../src/analytics/choices.js";
import type { FrequencyQuestion, HistogramQuestion } from "../../../../src/analytics/index.js";
import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { presentCell } from "./cell-values.js";
import { GrowingArray, indexArray } from "./growing-array.js";
import { NumberCells } from "./number-cells.js";
import type { BinsPlan, CategoriesPlan, CellWriting, ChoicesPlan, MeanPlan } from "./plan.js";
import { lineFault } from "./record-reader.js";

/**
 * More than these are no list that a person means to disclose, and no counts that would rise above their
 * noise.
 */
const MAX_LEARNED = 1000;

/** Takes the cells of a column, one after the other. */
export interface ColumnValues {
  push(text: string, line: number): void;
  /** Refuses, after the last cell, what only all of them show. */
  end(): void;
}

/** A column whose values are of finitely many choices. */
export interface ChoiceValues extends ColumnValues {
  /** Once all cells are there. */
  finish(): NumberedChoices;
}

/** A column of choices, and every user's by its number. */
export interface NumberedChoices {
  readonly question: FrequencyQuestion | HistogramQuestion;
  readonly numbers: ArrayLike<number>;
}

/** A column of categories or bins. */
export function choiceValues(plan: ChoicesPlan, writing: CellWriting): ChoiceValues {
  if (plan.kind === "histogram") return binnedValues(plan, writing);
  return plan.categories === undefined
    ? learnedCategories(plan, writing)
    : knownCategories(plan, plan.categories, writing);
}

/** A column of numbers. */
export interface NumberValues extends ColumnValues {
  /** Once all cells are there. */
  finish(): Float64Array;
}

/** Opens a column of numbers. */
export function numberValues(plan: MeanPlan, writing: CellWriting): NumberValues {
  const values = new GrowingArray((length) => new Float64Array(length));
  return {
    ...readNumbers(plan, writing, (value) => values.push(value)),
    finish: () => values.items,
  };
}

function readNumbers(
  plan: MeanPlan | BinsPlan,
  writing: CellWriting,
  take: (value: number) => void,
): ColumnValues {
  const cells = new NumberCells(writing);
  return {
    push(text, line) {
      const cell = presentCell(text, line, plan, writing);
      const value = cell === undefined ? plan.missing! : cells.read(cell, line);
      if (value !== undefined) take(value);
    },
    end: () => cells.end(),
  };
}

function binnedValues(plan: BinsPlan, writing: CellWriting): ChoiceValues {
  const { kind, column, edges, quantiles } = plan;
  const { indexOf } = binChoices("--edges", { edges });
  const numbers = indexArray(edges.length);
  return {
    ...readNumbers(plan, writing, (value) => numbers.push(indexOf(value))),
    finish: () => ({ question: { kind, column, edges, quantiles }, numbers: numbers.items }),
  };
}

function knownCategories(
  plan: CategoriesPlan,
  categories: readonly string[],
  writing: CellWriting,
): ChoiceValues {
  const known = new Map(categories.map((category, number) => [category, number]));
  const numbers = indexArray(categories.length);
  return {
    push(text, line) {
      const cell = presentCell(text, line, plan, writing) ?? plan.missing!;
      const number = known.get(cell);
      if (number !== undefined) return numbers.push(number);
      throw lineFault(
        line,
        cell,
        `${show(cell)} is not one of --categories; list every value that a user may hold, and in --missing-values what means an empty cell`,
      );
    },
    end() {},
    finish: () => ({
      question: { kind: plan.kind, column: plan.column, categories },
      numbers: numbers.items,
    }),
  };
}

/** Categories in the order of their names, so that nothing tells in which order they occurred. */
function learnedCategories(plan: CategoriesPlan, writing: CellWriting): ChoiceValues {
  const seen = new Map<string, number>();
  const numbers = indexArray(MAX_LEARNED);
  return {
    push(text, line) {
      const cell = presentCell(text, line, plan, writing) ?? plan.missing!;
      const number = seen.get(cell) ?? seen.size;
      if (number === MAX_LEARNED) throw tooMany(line, plan.column);
      seen.set(cell, number);
      numbers.push(number);
    },
    end() {
      if (seen.size < 2) throw onlyOne(plan.column);
    },
    finish() {
      const categories = [...seen.keys()].sort();
      const places = new Map(categories.map((category, place) => [category, place]));
      const placeOf = [...seen.keys()].map((category) => places.get(category)!);
      return {
        question: { kind: plan.kind, column: plan.column, categories, categoriesDisclosed: true },
        numbers: numbers.items.map((number) => placeOf[number]!),
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
    `the column ${show(column)} has more than ${MAX_LEARNED} different values; give --categories from public knowledge, or count numbers by --histogram or --quantiles (names and identifiers have no shares to estimate)`,
  );
}
