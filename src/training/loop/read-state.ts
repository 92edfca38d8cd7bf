import { ACCOUNTING_METHODS } from "../../privacy/method.js";
import { readEventAt } from "../../privacy/read-event.js";
import { STATUSES } from "../../privacy/status.js";
import { checkArray, checkNumber, checkOneOf, RANGES, wrongShape } from "../../validate.js";
import { chargedEvent } from "./_internal/charged-event.js";
import type { TrainingRecord, TrainingState } from "./training-state.js";

/**
 * Checks a state that comes from a caller or a file.
 *
 * @param where the caller's name for it, for messages
 * @throws DpError BAD_INPUT a part is missing or of the wrong shape; OUT_OF_RANGE a number is outside its
 *   range
 */
export function readState(where: string, value: unknown): TrainingState {
  const state = readObject(where, value) as Partial<TrainingState>;
  const examples = checkNumber(`${where}.examples`, state.examples, RANGES.positiveInteger);
  const round = checkNumber(`${where}.round`, state.round, RANGES.nonNegativeInteger);
  const weights = readVector(`${where}.weights`, state.weights);
  const { length } = weights;
  const average = readVector(`${where}.average`, state.average, length);
  const memory = Array.from(checkArray(`${where}.memory`, state.memory!), (values, i) =>
    checkVector(`${where}.memory[${i}]`, values, length),
  );
  const ledger = chargedEvent(readEventAt(`${where}.ledger`, state.ledger));
  const history = readHistory(`${where}.history`, state.history, round);
  return { examples, round, weights, memory, average, ledger, history };
}

/** Finite: training stops before a state that is not. */
function readVector(name: string, value: unknown, length?: number): Float32Array {
  const values = checkVector(name, value, length);
  const place = values.findIndex((entry) => !Number.isFinite(entry));
  if (place < 0) return values;
  checkNumber(`${name}[${place}]`, values[place], {});
  return values;
}

function checkVector(name: string, value: unknown, length?: number): Float32Array {
  if (value instanceof Float32Array && value.length === (length ?? value.length)) return value;
  const shown = value instanceof Float32Array ? `${value.length} numbers` : value;
  throw wrongShape(name, shown, `a Float32Array${length === undefined ? "" : ` of ${length} numbers`}`);
}

function readHistory(name: string, value: unknown, round: number): readonly TrainingRecord[] {
  let before = 0;
  const history = Array.from(checkArray(name, value as readonly unknown[]), (entry, i) => {
    const record = readRecord(`${name}[${i}]`, entry, { min: before + 1, max: round });
    before = record.round;
    return record;
  });
  return Object.freeze(history);
}

function readRecord(name: string, value: unknown, rounds: { min: number; max: number }): TrainingRecord {
  const record = readObject(name, value) as unknown as TrainingRecord;
  checkNumber(`${name}.round`, record.round, { ...rounds, integer: true });
  checkNumber(`${name}.accuracy`, record.accuracy, RANGES.probability);
  checkNumber(`${name}.loss`, record.loss, RANGES.nonNegative);
  for (const [i, entry] of checkArray(`${name}.spent`, record.spent).entries()) {
    const path = `${name}.spent[${i}]`;
    const { method, status, epsilon } = readObject(path, entry);
    checkOneOf(`${path}.method`, method, ACCOUNTING_METHODS);
    checkOneOf(`${path}.status`, status, STATUSES);
    if (epsilon !== Infinity) checkNumber(`${path}.epsilon`, epsilon, RANGES.nonNegative);
  }
  return record;
}

function readObject(name: string, value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw wrongShape(name, value, "an object");
}
