import { formatNumber } from "../../../src/privacy/format-number.js";
import { escapeControls } from "../words/escape-controls.js";
import type { TextSample } from "./task/loaded-task.js";

/** Stands between what the model was given and what it wrote. */
const SAMPLE_MARK = "|";

/** What a sample is, in words. */
export function sampleHeading({ temperature }: TextSample, word: "byte" | "token"): string {
  const how =
    temperature === 0 ? `always the likeliest ${word}` : `drawn at temperature ${formatNumber(temperature)}`;
  return `What the model writes behind "${SAMPLE_MARK}", ${how}:`;
}

/** A sample line by line, without what a terminal or a page would take for commands. */
export function sampleLines({ prompt, text }: TextSample): string[] {
  return `${prompt}${SAMPLE_MARK}${text}`.split("\n").map(escapeControls);
}
