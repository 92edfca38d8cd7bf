import type { Option } from "commander";

const REPEATABLE = new WeakSet<Option>();

/** Marks a flag that may be given several times; of all others a second value is refused. */
export function repeatable(option: Option): Option {
  REPEATABLE.add(option);
  return option;
}

export function isRepeatable(option: Option): boolean {
  return REPEATABLE.has(option);
}
