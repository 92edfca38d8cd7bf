/** A pure function of a number that computes each value once. */
export function memoize<Value>(compute: (at: number) => Value): (at: number) => Value {
  const known = new Map<number, Value>();
  return (at) => {
    const found = known.get(at) ?? compute(at);
    known.set(at, found);
    return found;
  };
}
