import { Presets, SingleBar } from "cli-progress";
import { formatUp } from "../../../../src/privacy/format-number.js";
import type { TrainingRecord } from "../../../../src/training/loop/training-state.js";

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
}

/** Progress on stderr: a bar on a terminal, otherwise a line per evaluation. */
export function showProgress(options: ProgressOptions): Progress {
  return process.stderr.isTTY ? progressBar(options) : progressLines(options);
}

function progressBar({ firstRound, lastRound, expectedBatch }: ProgressOptions): Progress {
  const started = performance.now();
  const format =
    "{bar} round {value}/{total} | {accuracy} | {epsilon} | {speed} examples/s | {eta_formatted} left";
  const bar = new SingleBar(
    { format, stream: process.stderr, hideCursor: true, etaBuffer: 30 },
    Presets.shades_grey,
  );
  bar.start(lastRound, firstRound, { accuracy: "accuracy -", epsilon: "epsilon -", speed: "-" });
  return {
    round: (round) => {
      const perSecond = (1000 * expectedBatch * (round - firstRound)) / (performance.now() - started);
      bar.update(round, { speed: Math.round(perSecond).toLocaleString("en") });
    },
    evaluation: (record) => bar.update({ accuracy: accuracyOf(record), epsilon: epsilonOf(record) }),
    stop: () => bar.stop(),
  };
}

function progressLines({ firstRound, lastRound, expectedBatch }: ProgressOptions): Progress {
  const started = performance.now();
  return {
    round: () => {},
    evaluation: (record) => {
      const seconds = (performance.now() - started) / 1000;
      const speed = Math.round((expectedBatch * (record.round - firstRound)) / seconds);
      const parts = [
        `round ${record.round}/${lastRound}`,
        accuracyOf(record),
        epsilonOf(record),
        `${speed} examples/s`,
      ];
      process.stderr.write(`${parts.join(" | ")}\n`);
    },
    stop: () => {},
  };
}

function accuracyOf({ accuracy }: TrainingRecord): string {
  return `accuracy ${(100 * accuracy).toFixed(2)} %`;
}

/** The best proven figure, then the best conditional one, each with its status. */
function epsilonOf({ spent }: TrainingRecord): string {
  const figures = (["proven", "conditional"] as const).flatMap((wanted) => {
    const best = spent.find(({ status }) => status === wanted);
    return best === undefined ? [] : [`${formatUp(best.epsilon)} ${wanted}`];
  });
  return figures.length === 0 ? "no epsilon" : `epsilon ${figures.join(", ")}`;
}
