import { checkArray, checkFunction, checkOptions } from "../../validate.js";

/** Checks for a randomizer with these methods. */
export function checkMethods<Randomizer extends object>(
  name: string,
  randomizer: Randomizer,
  methods: readonly (keyof Randomizer & string)[],
): void {
  checkOptions(name, randomizer, "randomizer");
  for (const method of methods) checkFunction(`${name}: randomizer.${method}`, randomizer[method]);
}

/** Checks for a randomizer of named choices, which has them in these lists. */
export function checkLists<Randomizer extends { readonly response: object }>(
  name: string,
  randomizer: Randomizer,
  lists: readonly (keyof Randomizer & string)[],
): Randomizer {
  checkOptions(name, randomizer, "randomizer");
  for (const list of lists) checkArray(`${name}: randomizer.${list}`, randomizer[list] as readonly unknown[]);
  checkOptions(name, randomizer.response, "randomizer.response");
  return randomizer;
}
