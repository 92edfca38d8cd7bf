import { memoize } from "./memoize.js";

/** A function of two numbers that keeps its last result; further arguments must not change the result. */
export function memoizeLast<Result extends object, Rest extends unknown[]>(
  compute: (first: number, second: number, ...rest: Rest) => Result,
): (first: number, second: number, ...rest: Rest) => Result {
  return memoize<[first: number, second: number, ...rest: Rest], Result>(compute, {
    key: (...[first, second]) => `${first} ${second}`,
    capacity: 1,
  });
}
