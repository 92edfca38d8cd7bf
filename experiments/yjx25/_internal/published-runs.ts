/**
 * A run of YJX25's Table I, whose c' the paper leaves open; it states a batch size for its audit alone
 * (1,000, Section VI-F).
 */
export interface PublishedRun {
  readonly name: string;
  /** d, weights; all are permuted. */
  readonly dimension: number;
  /** N. */
  readonly examples: number;
  readonly epochs: number;
  readonly delta: number;
}

/** Taken here: it makes the paper's own sigma a few percent of plain DP-SGD's, as its Section VI-D says. */
export const BATCH_SIZE = 1000;
export const BATCH_CLIP_RATIO = 1;

/** The six runs of Figure 3. */
export const PUBLISHED_RUNS: readonly PublishedRun[] = [
  { name: "ViT, CIFAR-100", dimension: 85_800_000, examples: 50_000, epochs: 10, delta: 5e-6 },
  { name: "BERT, SST-2", dimension: 110_000_000, examples: 67_349, epochs: 3, delta: 1 / (2 * 67_349) },
  { name: "RoBERTa, QNLI", dimension: 125_000_000, examples: 108_000, epochs: 6, delta: 1 / (2 * 108_000) },
  { name: "GPT-2, E2E", dimension: 124_000_000, examples: 42_043, epochs: 10, delta: 8e-6 },
  { name: "GPT-2-large, E2E", dimension: 838_000_000, examples: 42_043, epochs: 10, delta: 8e-6 },
  { name: "GPT-2-large, DART", dimension: 838_000_000, examples: 60_591, epochs: 15, delta: 1e-5 },
];

export function samplingRateOf({ examples }: PublishedRun): number {
  return BATCH_SIZE / examples;
}

export function stepsOf({ examples, epochs }: PublishedRun): number {
  return Math.round((epochs * examples) / BATCH_SIZE);
}
