/** A function of two numbers that keeps its last answer; what follows the numbers does not change it. */
export function rememberLast<Answer, Rest extends readonly unknown[]>(
  compute: (first: number, second: number, ...rest: Rest) => Answer,
): (first: number, second: number, ...rest: Rest) => Answer {
  let last: { readonly first: number; readonly second: number; readonly answer: Answer } | undefined;
  return (first, second, ...rest) => {
    if (last?.first !== first || last.second !== second)
      last = { first, second, answer: compute(first, second, ...rest) };
    return last.answer;
  };
}
