/** An unbounded epsilon is infinite, for which JSON has no word. */
export function keepInfinity(_name: string, value: unknown): unknown {
  return value === Infinity ? "Infinity" : value;
}

/** Nothing else in a checkpoint is. */
export function reviveInfinity(name: string, value: unknown): unknown {
  return name === "epsilon" && value === "Infinity" ? Infinity : value;
}
