import { mergedRounds } from "../../../src/accounting/rounds/rounds-of.js";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import { counted } from "../words/counted.js";
import { wrapText } from "../words/wrap-text.js";
import { describeEvent } from "./describe-event.js";

const MAX_LINES = 4;
const MAX_KINDS = 4;

/**
 * An event in at most four lines of words: of more different rounds the first ones, and how many kinds there
 * are besides.
 */
export function summarizeEvent(event: MechanismEvent, width: number): string {
  const whole = describeEvent(event);
  if (fits(whole, width)) return whole;
  const kinds = mergedRounds(event);
  const named = kinds
    .slice(0, MAX_KINDS)
    .map(({ round, times }) => describeEvent(times === 1 ? round : { kind: "repeat", times, of: round }));
  while (named.length > 1 && !fits(withRest(named, kinds.length), width)) named.pop();
  return withRest(named, kinds.length);
}

function withRest(named: readonly string[], kinds: number): string {
  const more = kinds - named.length;
  const rest = more === 0 ? [] : [`and ${counted(more, "more kind", "more kinds")} of rounds`];
  return [...named, ...rest].join("; ");
}

function fits(words: string, width: number): boolean {
  return words.length <= MAX_LINES * width && wrapText(words, { width }).split("\n").length <= MAX_LINES;
}
