import type { OthersHold } from "./cohort-row.js";

/** What all others hold, and the reports it is of. */
export function othersHold(holding: "third" | "replacement", response: string): OthersHold {
  const what = holding === "third" ? "a third record" : "the replacement";
  return { holding, words: `${response}, all others holding ${what}` };
}

/** Most tells a third record apart; at epsilons near the local one the replacement does. */
export function holdEither(response: string): readonly OthersHold[] {
  return [othersHold("third", response), othersHold("replacement", response)];
}
