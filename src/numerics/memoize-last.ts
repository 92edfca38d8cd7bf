/** A function of two numbers that keeps its last result; further arguments must not change the result. */
export function memoizeLast<Result, Rest extends readonly unknown[]>(
  compute: (first: number, second: number, ...rest: Rest) => Result,
): (first: number, second: number, ...rest: Rest) => Result {
  let last: { readonly first: number; readonly second: number; readonly result: Result } | undefined;
  return (first, second, ...rest) => {
    if (last?.first !== first || last.second !== second)
      last = { first, second, result: compute(first, second, ...rest) };
    return last.result;
  };
}
