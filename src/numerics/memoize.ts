/** What distinguishes calls, and how many results are kept. */
export interface MemoizeOptions<Args extends unknown[]> {
  /** Calls with the same key have the same result; by default the first argument is the key. */
  readonly key?: (...args: Args) => string | number;
  /** The oldest result is dropped for one more than these; by default all are kept. */
  readonly capacity?: number;
}

/** A pure function that computes the result of each key once. */
export function memoize<Args extends unknown[], Result extends object | number | string>(
  compute: (...args: Args) => Result,
  { key = (...[first]) => first as number, capacity = Infinity }: MemoizeOptions<Args> = {},
): (...args: Args) => Result {
  const known = new Map<string | number, Result>();
  return (...args) => {
    const place = key(...args);
    const found = known.get(place);
    if (found !== undefined) return found;
    const result = compute(...args);
    if (known.size >= capacity) known.delete(known.keys().next().value!);
    known.set(place, result);
    return result;
  };
}
