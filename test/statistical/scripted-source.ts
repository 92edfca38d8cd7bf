import type { RandomSource } from "../../src/random/index.js";

/** A source that hands out the given words in turn and fails when there are no more. */
export function scriptedSource(...script: number[]): RandomSource & { readonly left: number } {
  let next = 0;
  return {
    secure: false,
    fill(words) {
      if (next + words.length > script.length) throw new Error("the script has no more words");
      for (let index = 0; index < words.length; index++) words[index] = script[next++]!;
    },
    fork() {
      throw new Error("a script cannot fork");
    },
    get left() {
      return script.length - next;
    },
  };
}
