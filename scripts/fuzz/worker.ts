/** Checks cases in a process of its own, which may hang, run out of memory or abort: the parent sees to it. */

import { faultsOf } from "./check-case.js";
import { caseOf } from "./random-cases.js";

/** The first case, and how many. */
export interface Task {
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly end: number;
}

/** One case is done. */
export interface Checked {
  readonly index: number;
  readonly faults: readonly string[];
  readonly seconds: number;
}

process.on("message", ({ seed, first, step, end }: Task) => {
  for (let index = first; index < end; index += step) process.send!(checked(seed, index));
  process.disconnect();
});

function checked(seed: number, index: number): Checked {
  const before = process.cpuUsage();
  const faults = faultsAt(seed, index);
  const { user, system } = process.cpuUsage(before);
  return { index, faults, seconds: (user + system) / 1e6 };
}

function faultsAt(seed: number, index: number): readonly string[] {
  try {
    return faultsOf(caseOf(seed, index));
  } catch (error) {
    return [`throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}
