import type { TestOptions } from "vitest";

/**
 * The cases of every run, and those that `npm run test:long` adds, which have the tag `long`, each with its
 * options: `it.each` and `describe.each` give all of their cases the same.
 */
export function shortAndLong<Case extends unknown[] | [unknown]>(
  cases: readonly Case[],
  isLong: (one: Case, place: number) => boolean,
  options?: TestOptions,
): [Case[], TestOptions][];
export function shortAndLong<Case>(
  cases: readonly Case[],
  isLong: (one: Case, place: number) => boolean,
  options?: TestOptions,
): [Case[], TestOptions][];
export function shortAndLong<Case>(
  cases: readonly Case[],
  isLong: (one: Case, place: number) => boolean,
  options: TestOptions = {},
): [Case[], TestOptions][] {
  const tags = [options.tags ?? [], "long"].flat();
  return [
    [cases.filter((one, place) => !isLong(one, place)), options],
    [cases.filter(isLong), { ...options, tags }],
  ];
}
