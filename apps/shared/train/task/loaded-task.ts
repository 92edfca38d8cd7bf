import type { Dataset } from "../../../../src/training/data/dataset.js";
import type { Predictor } from "../../../../src/training/prediction/predictor.js";

/** A task with its data. */
export interface LoadedTask {
  readonly data: Dataset;
  /** What the classes are called, in the order of their numbers; absent where tokens are predicted. */
  readonly classes?: readonly string[];
  /** What a trained model is worth on the test examples besides accuracy and loss; `loss` is theirs, nats. */
  measure(predictor: Predictor, loss: number): TaskResults;
}

/** What a trained model is worth, by measures of the task's own. */
export interface TaskResults {
  readonly scores: TaskScores;
  /** Text that the model wrote, of language models. */
  readonly sample?: TextSample;
}

export interface TaskScores {
  /** Of class 1 where there are two classes; else the mean over the classes. */
  readonly f1?: number;
  /** Matthews' correlation, of two classes. */
  readonly matthews?: number;
  readonly bitsPerByte?: number;
  /** Of greedy answers to the first `generated` meanings of the test split. */
  readonly bleu?: number;
  readonly meteor?: number;
  readonly generated?: number;
}

export interface TextSample {
  readonly prompt: string;
  readonly text: string;
  /** 0: always the likeliest token. */
  readonly temperature: number;
}
