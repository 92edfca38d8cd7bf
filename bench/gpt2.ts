import { execFileSync } from "node:child_process";
import { seededSource } from "../src/random/seeded-source.js";
import type { Examples } from "../src/training/data/examples.js";
import { train } from "../src/training/index.js";
import { dimensionOf, gpt2Model, type Model } from "../src/training/models/index.js";

/** A private step of GPT-2 small with random weights, and of a small one with batches of two sizes. */
const RUNS = [
  { what: "GPT-2 small", extents: {}, batch: 16 },
  ...[16, 256].map((batch) => ({
    what: "2 layers, width 128",
    extents: { layers: 2, heads: 4, width: 128, vocabulary: 5000 },
    batch,
  })),
];
const POSITIONS = 64;

export interface PrivateStepRow {
  readonly what: string;
  readonly weights: number;
  readonly batch: number;
  /** Of the step, its evaluation on one text, and the start. */
  readonly seconds: number;
  /** The most memory that the process took. */
  readonly megabytes: number;
}

/** Each in a process of its own, one thread, SGD; progress goes to standard error. */
export function benchGpt2(): PrivateStepRow[] {
  return RUNS.map((_, i) => {
    const script = `import(${JSON.stringify(import.meta.url)}).then(async ({ privateStep }) => console.log(JSON.stringify(await privateStep(${i}))))`;
    const output = execFileSync(process.execPath, ["-e", script], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return JSON.parse(output);
  });
}

/** The run of this number, in this process. */
export async function privateStep(run: number): Promise<PrivateStepRow> {
  const { what, extents, batch } = RUNS[run]!;
  const model = gpt2Model({ ...extents, length: POSITIONS });
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 100) / 10;
  const say = (words: string) => console.error(`${what}, batch ${batch}: ${words} after ${seconds()} s`);
  await train({
    model,
    data: { train: textsFor(model, 2 * batch), test: textsFor(model, 1) },
    rounds: 1,
    protocol: { kind: "central", samplingRate: 0.5, clipBound: 1, noiseToClip: 1 },
    privacy: { adjacency: "zero-out", delta: 1e-5 },
    learningRate: 0.001,
    averageDecay: 0,
    threads: 1,
    source: seededSource(1),
    onStart: () => say("started"),
    onRound: () => say("step done"),
  });
  const megabytes = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
  return { what, weights: dimensionOf(model), batch, seconds: seconds(), megabytes };
}

function textsFor({ input }: Model, count: number): Examples {
  const vocabulary = "vocabulary" in input ? input.vocabulary : 0;
  return {
    count,
    vocabulary,
    classes: vocabulary,
    shape: { height: POSITIONS, width: 1, channels: 1 },
    inputs: Uint32Array.from({ length: count * POSITIONS }, (_, i) => (i * 7919) % vocabulary),
    labels: new Uint32Array(),
  };
}
