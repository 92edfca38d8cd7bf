/**
 * Checks cases in a process of its own, which may hang, run out of memory or abort: the parent sees to it.
 */

import { setImmediate } from "node:timers/promises";
import { faultsOf } from "./check-case.js";
import { takeCompared } from "./check-order.js";
import { type Case, caseOf, type Values } from "./random-cases.js";
import { type Timing, takeTimings } from "./timed.js";

/** The first case, and how many. */
export interface Task {
  readonly seed: number;
  readonly values: Values;
  readonly first: number;
  readonly step: number;
  readonly end: number;
}

/** One case is done. */
export interface Checked {
  readonly index: number;
  readonly faults: readonly string[];
  /** Figures that were held against another question's. */
  readonly compared: number;
  /** Absent where nothing was asked. */
  readonly slowest?: Timing;
}

process.on("disconnect", () => process.exit());
process.on("message", async ({ seed, values, first, step, end }: Task) => {
  for (let index = first; index < end; index += step) {
    process.send!(checked(index, () => caseOf(seed, index, values)));
    await setImmediate(); // so that a parent that has gone is noticed
  }
  process.disconnect();
});

function checked(index: number, given: () => Case): Checked {
  const faults = faultsIn(given);
  const [slowest] = takeTimings();
  return { index, faults, compared: takeCompared(), ...(slowest && { slowest }) };
}

function faultsIn(given: () => Case): readonly string[] {
  try {
    return faultsOf(given());
  } catch (error) {
    return [`throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}
