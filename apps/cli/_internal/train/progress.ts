import type { TrainingRecord } from "../../../../src/training/loop/training-state.js";
import { epsilonTexts, evaluationText, progressText } from "../../../shared/train/progress-text.js";
import { formatSeconds } from "../../../shared/words/format-seconds.js";
import { statusLine } from "../terminal/status-line.js";

export interface Progress {
  round(round: number): void;
  evaluation(record: TrainingRecord): void;
  stop(): void;
}

export interface ProgressOptions {
  readonly firstRound: number;
  readonly lastRound: number;
  /** Mean number of examples in a round; the true one may be secret. */
  readonly expectedBatch: number;
  /** What an evaluation shows; a language model is told by its loss. */
  readonly shows: "accuracy" | "loss";
}

/** Progress on stderr: one line that keeps up on a terminal, otherwise a line per evaluation. */
export function showProgress(options: ProgressOptions): Progress {
  return process.stderr.isTTY ? progressLine(options) : progressLines(options);
}

function progressLine(options: ProgressOptions): Progress {
  const { firstRound, lastRound } = options;
  const secondsSoFar = stopwatch();
  let at = firstRound;
  let last: TrainingRecord | undefined;
  const line = statusLine(process.stderr, (width) =>
    progressText(
      {
        share: at / lastRound,
        round: `round ${at}/${lastRound}`,
        accuracy: last === undefined ? `${options.shows} -` : evaluationText(last, options.shows),
        epsilons: last === undefined ? ["epsilon -"] : epsilonTexts(last),
        speed: speedText(options, at, secondsSoFar()),
        left: leftText(options, at, secondsSoFar()),
      },
      width,
    ),
  );
  return {
    round: (round) => {
      at = round;
      line.refresh();
    },
    evaluation: (record) => {
      last = record;
      line.refresh();
    },
    stop: line.stop,
  };
}

function progressLines(options: ProgressOptions): Progress {
  const secondsSoFar = stopwatch();
  return {
    round: () => {},
    evaluation: (record) => {
      const parts = [
        `round ${record.round}/${options.lastRound}`,
        evaluationText(record, options.shows),
        epsilonTexts(record).join(", "),
        speedText(options, record.round, secondsSoFar()),
      ];
      process.stderr.write(`${parts.join(" | ")}\n`);
    },
    stop: () => {},
  };
}

function stopwatch(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1000;
}

function speedText({ firstRound, expectedBatch }: ProgressOptions, round: number, seconds: number): string {
  if (round === firstRound) return "- examples/s";
  const speed = Math.round((expectedBatch * (round - firstRound)) / seconds);
  return `${speed.toLocaleString("en")} examples/s`;
}

function leftText({ firstRound, lastRound }: ProgressOptions, round: number, seconds: number): string {
  if (round === firstRound) return "- left";
  return `${formatSeconds((seconds * (lastRound - round)) / (round - firstRound))} left`;
}
