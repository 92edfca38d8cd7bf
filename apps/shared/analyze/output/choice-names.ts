import type { Choice } from "../../../../src/analytics/index.js";
import { escapeControls } from "../../words/escape-controls.js";

/** Categories by name, bins as intervals; the last bin has its upper edge. */
export function choiceNames(choices: readonly Choice[]): string[] {
  return choices.map((choice, place) => {
    if ("category" in choice) return escapeControls(choice.category);
    const end = place === choices.length - 1 ? "]" : ")";
    return `[${shownEdge(choice.from)}, ${shownEdge(choice.to)}${end}`;
  });
}

/** An edge without the rounding that equal widths leave, e.g. 0.3 instead of 0.30000000000000004. */
export function shownEdge(edge: number): string {
  return String(Number(edge.toPrecision(12)));
}
