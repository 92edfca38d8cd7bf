import stringWidth from "fast-string-width";
import { formatUp } from "../../../src/privacy/format-number.js";
import type { TrainingRecord } from "../../../src/training/loop/training-state.js";
import { bar } from "../words/bar.js";

export interface ProgressFields {
  /** Of the rounds, in [0, 1]. */
  readonly share: number;
  readonly round: string;
  readonly accuracy: string;
  /** With their status, the proven one first. */
  readonly epsilons: readonly string[];
  readonly speed: string;
  readonly left: string;
}

const FULL_BAR = 40;
const MIN_BAR = 5;

type Part = Exclude<keyof ProgressFields, "share"> | "bar" | "further epsilons";

/** What gives way in a narrow terminal, the first one first. */
const LEAST_IMPORTANT_FIRST: readonly Part[] = [
  "speed",
  "further epsilons",
  "bar",
  "round",
  "accuracy",
  "left",
  "epsilons",
];

/**
 * Progress in one line of at most `width` columns. The bar shrinks first, then parts are left out whole: half
 * an epsilon would read as a smaller one.
 */
export function progressText(fields: ProgressFields, width: number): string {
  const parts = new Set(LEAST_IMPORTANT_FIRST);
  for (const next of LEAST_IMPORTANT_FIRST) {
    const text = textOf(fields, parts);
    const room = width - stringWidth(text);
    if (parts.has("bar") && room > MIN_BAR)
      return `${bar(fields.share, Math.min(FULL_BAR, room - 1))} ${text}`;
    if (!parts.has("bar") && room >= 0) return text;
    parts.delete(next);
  }
  return "";
}

function textOf(
  { round, accuracy, epsilons, speed, left }: ProgressFields,
  parts: ReadonlySet<Part>,
): string {
  const shown = [
    parts.has("round") && round,
    parts.has("accuracy") && accuracy,
    parts.has("epsilons") && epsilons.slice(0, parts.has("further epsilons") ? undefined : 1).join(", "),
    parts.has("speed") && speed,
    parts.has("left") && left,
  ];
  return shown.filter((part) => part !== false).join(" | ");
}

/** The accuracy or the loss of an evaluation. */
export function evaluationText(
  { accuracy, loss }: Pick<TrainingRecord, "accuracy" | "loss">,
  shows: "accuracy" | "loss",
): string {
  if (shows === "loss") return `loss ${loss.toFixed(3)} nats`;
  return `accuracy ${(100 * accuracy).toFixed(2)} %`;
}

/** The best proven figure, then the best conditional one, each with its status. */
export function epsilonTexts({ spent }: Pick<TrainingRecord, "spent">): string[] {
  const figures = (["proven", "conditional"] as const).flatMap((wanted) => {
    const best = spent.find(({ status }) => status === wanted);
    return best === undefined ? [] : [`${formatUp(best.epsilon)} ${wanted}`];
  });
  const [first, ...further] = figures;
  return first === undefined ? ["no epsilon"] : [`epsilon ${first}`, ...further];
}
