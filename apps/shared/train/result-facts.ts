import { formatNumber } from "../../../src/privacy/format-number.js";
import { accuracyTitle } from "./accuracy-title.js";
import type { TrainSummary } from "./train-summary.js";

/** What the last evaluation came to: what was measured, and the figure in words. */
export function resultFacts(
  summary: Pick<TrainSummary, "accuracy" | "loss" | "scores" | "sample" | "config">,
): [string, string][] {
  const { accuracy, loss, scores } = summary;
  const percent = (share: number): string => `${formatNumber(100 * share)} %`;
  const of = scores.generated === undefined ? "" : ` (${scores.generated} meanings)`;
  const facts: [string, string | undefined][] = [
    ["bits per byte", given(scores.bitsPerByte, formatNumber)],
    [`BLEU${of}`, given(scores.bleu, percent)],
    [`METEOR without synonyms${of}`, given(scores.meteor, formatNumber)],
    [accuracyTitle(summary), given(accuracy, percent)],
    ["F1", given(scores.f1, percent)],
    ["Matthews' correlation", given(scores.matthews, formatNumber)],
    ["test loss", given(loss, (mean) => `${formatNumber(mean)} nats`)],
  ];
  if (loss === null) return [["test accuracy", "not evaluated"]];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function given(value: number | null | undefined, format: (value: number) => string): string | undefined {
  return value === undefined || value === null ? undefined : format(value);
}
