/**
 * Clipped gradients of a Transformer on one thread: how many a second, what share of the machine's
 * multiplications that is, and where the rest of the time goes.
 */
import { execFileSync } from "node:child_process";
import { seededSource } from "../src/random/seeded-source.js";
import { compileKernels } from "../src/tensor/compile-kernels.js";
import type { Kernels } from "../src/tensor/kernels.js";
import { Workspace } from "../src/tensor/workspace.js";
import { GradientPass } from "../src/training/gradients/_internal/gradient-pass.js";
import { referenceClippedSum } from "../src/training/gradients/reference-clipped-sum.js";
import { type Examples, loadMnist } from "../src/training/index.js";
import { bindModel } from "../src/training/models/bind-model.js";
import type { Block } from "../src/training/models/block.js";
import { initialWeights } from "../src/training/models/initial-weights.js";
import type { Model } from "../src/training/models/model.js";
import { modelOf } from "../src/training/models/model-name.js";
import { readModel } from "../src/training/models/read-model.js";
import { type Contestant, takeTurns } from "./take-turns.js";

const POSITIONS = 64;
const WIDTH = 128;
const BATCH = 64;
const CLIP = { norm: "l2", bound: 1 } as const;

const linear = (units: number) => ({ kind: "linear", units }) as const;
const NORM = { kind: "layerNorm", epsilon: 1e-5 } as const;
const ENCODER: readonly Block[] = [
  {
    kind: "residual",
    layers: [NORM, linear(3 * WIDTH), { kind: "attention", heads: 4, causal: false }, linear(WIDTH)],
  },
  { kind: "residual", layers: [NORM, linear(512), { kind: "activation", rule: "gelu" }, linear(WIDTH)] },
];

/** Two encoder layers, 397,834 parameters. */
const MODEL: Model = {
  input: { height: POSITIONS, width: 1, channels: WIDTH },
  layers: [...ENCODER, ...ENCODER, { kind: "pooling", rule: "mean" }, { kind: "dense", units: 10 }],
};

export interface TransformerRow {
  readonly what: string;
  readonly perSecond: number;
  readonly timesPlain: number;
  /** Operations in products, of those the register loop does in the same time. */
  readonly shareOfPeak?: number;
  /** What it would be on a machine that clips 30,000 gradients of `mnist-cnn` a second. */
  readonly wereDigits30000?: number;
}

export interface TransformerTimeRow {
  readonly kernels: string;
  readonly percent: number;
}

export interface TransformerMemoryRow {
  readonly batch: number;
  readonly megabytes: number;
}

export interface TransformerResults {
  readonly transformer: TransformerRow[];
  readonly transformerTime: TransformerTimeRow[];
  readonly transformerMemory: TransformerMemoryRow[];
}

export async function benchTransformer(): Promise<TransformerResults> {
  const model = readModel("bench", MODEL);
  return {
    transformer: await rates(model),
    transformerTime: await shares(model),
    transformerMemory: memory(),
  };
}

/**
 * The plain twin is the library's own oracle, written to be read, in float64. `mnist-cnn` shows how fast the
 * machine is.
 */
async function rates(model: Model): Promise<TransformerRow[]> {
  const module = await compileKernels();
  const { kernels } = new Workspace(module);
  const turns = 300_000;
  const [weights, examples] = [initialWeights(model, seededSource(1)), examplesOf(BATCH)];
  const contestants: Contestant[] = [
    {
      what: "plain TypeScript, examples",
      count: 2,
      run: () => void referenceClippedSum(model, weights, examples, indices(2), CLIP),
    },
    clipping("kernels, examples", new GradientPass(module, model), weights, examples),
    await digits(new GradientPass(module, modelOf("mnist-cnn"))),
    { what: "registers only, 10^9 operations", count: 208e-9 * turns, run: () => void kernels.peak(turns) },
  ];
  const rows = await takeTurns(contestants.map(inProcessorTime));
  const [digitsRate, peak] = [rows[2]!.perSecond, 1e9 * rows[3]!.perSecond];
  const work = await operations(model);
  return rows.map(({ what, perSecond, timesFirst }, i) => ({
    what,
    perSecond,
    timesPlain: timesFirst,
    ...(i === 1
      ? {
          shareOfPeak: Number(((perSecond * work) / peak).toPrecision(3)),
          wereDigits30000: Math.round((30_000 * perSecond) / digitsRate),
        }
      : {}),
  }));
}

/** With the processor's time, so that it does not count what else the machine does. */
function inProcessorTime({ what, count, run }: Contestant): Contestant {
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  return {
    what,
    count,
    async run() {
      const start = used();
      await run();
      return used() - start;
    },
  };
}

function clipping(what: string, pass: GradientPass, weights: Float32Array, examples: Examples): Contestant {
  pass.loadWeights(weights);
  return { what, count: BATCH, run: () => void pass.clippedGradientSum(examples, indices(BATCH), CLIP) };
}

async function digits(pass: GradientPass): Promise<Contestant> {
  const { train } = await loadMnist();
  const weights = initialWeights(modelOf("mnist-cnn"), seededSource(1));
  const { what, run } = clipping("mnist-cnn, examples", pass, weights, train);
  const times = 50;
  return {
    what,
    count: times * BATCH,
    run() {
      for (let i = 0; i < times; i++) void run();
    },
  };
}

/** Of the matrix products for one example, counted in a batch. */
async function operations(model: Model): Promise<number> {
  const workspace = new Workspace(await compileKernels());
  const { product } = workspace.kernels;
  let total = 0;
  const counting: Kernels["product"] = (rows, columns, depth, ...others) => {
    total += 2 * rows * columns * depth;
    product(rows, columns, depth, ...others);
  };
  (workspace as { kernels: Kernels }).kernels = { ...workspace.kernels, product: counting };
  batchOf(workspace, model)();
  return total / BATCH;
}

function indices(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

function examplesOf(count: number): Examples {
  const shape = { height: POSITIONS, width: 1, channels: WIDTH };
  return {
    count,
    shape,
    classes: 10,
    inputs: Float32Array.from({ length: count * POSITIONS * WIDTH }, (_, i) => Math.sin((i * i) % 1000)),
    labels: Uint8Array.from({ length: count }, (_, i) => i % 10),
  };
}

const KERNEL_GROUPS: readonly (readonly [name: string, kernels: RegExp])[] = [
  ["products", /^product$/],
  ["norms and sums of gradients", /^(sumOfSquares|addScaledRows|addColumnSums)$/],
  ["GELU", /^(gelu|geluTanh|multiplyBy)$/],
  ["softmax of attention", /^attentionSoftmax/],
  ["layer normalisation", /^layerNorm/],
];

const REST = "other kernels, and between them";

/** Shares of the time of some batches, by kernels. */
async function shares(model: Model): Promise<TransformerTimeRow[]> {
  const workspace = new Workspace(await compileKernels());
  const times = new Map<string, number>();
  (workspace as { kernels: Kernels }).kernels = timed(workspace.kernels, times);
  const batch = batchOf(workspace, model);
  batch();
  times.clear();
  const start = performance.now();
  for (let i = 0; i < 5; i++) batch();
  const total = performance.now() - start;
  const groups = new Map<string, number>();
  for (const [name, time] of times) {
    const group = KERNEL_GROUPS.find(([, kernels]) => kernels.test(name))?.[0] ?? REST;
    groups.set(group, (groups.get(group) ?? 0) + time);
  }
  const named = [...groups.entries()].filter(([name]) => name !== REST);
  groups.set(REST, total - named.reduce((sum, [, time]) => sum + time, 0));
  return [...groups].map(([kernels, time]) => ({
    kernels,
    percent: Number(((100 * time) / total).toFixed(1)),
  }));
}

/** The kernels, with the milliseconds that each takes added up. */
function timed(kernels: Kernels, times: Map<string, number>): Kernels {
  const entries = Object.entries(kernels).map(([name, run]: [string, (...args: never[]) => unknown]) => {
    const timedRun = (...args: never[]) => {
      const start = performance.now();
      const result = run(...args);
      times.set(name, (times.get(name) ?? 0) + performance.now() - start);
      return result;
    };
    return [name, timedRun];
  });
  return Object.fromEntries(entries) as Kernels;
}

/** What a gradient pass does about a batch, on a workspace at hand. */
function batchOf(workspace: Workspace, model: Model): () => void {
  const { layers, trained, input, output, group } = bindModel(workspace, model);
  const factors = workspace.allocateFloats(group);
  const weights = initialWeights(model, seededSource(1));
  let start = 0;
  for (const { load, count } of trained) {
    load(weights.subarray(start, start + count));
    start += count;
  }
  const { inputs } = examplesOf(BATCH);
  const size = POSITIONS * WIDTH;
  const { kernels } = workspace;

  function backward(): void {
    for (let i = 0; i < group; i++) {
      const at = 4 * i * output.stride;
      kernels.softmaxCrossEntropy(output.values + at, 10, i, output.gradients + at);
    }
    for (const layer of layers.toReversed()) layer.backward(group);
  }

  return () => {
    for (const parameters of trained) parameters.clearSum();
    for (let first = 0; first < BATCH; first += group) {
      for (let i = 0; i < group; i++) {
        input.stage(i, inputs.subarray((first + i) * size, (first + i + 1) * size), POSITIONS);
      }
      for (const layer of layers) layer.forward(group);
      backward();
      const norms = Array.from({ length: group }, (_, i) =>
        Math.sqrt(trained.reduce((sum, parameters) => sum + parameters.squaredNorm(i), 0)),
      );
      workspace.floats(factors, group).set(norms.map((norm) => Math.min(1, CLIP.bound / norm)));
      for (const parameters of trained) parameters.accumulate(factors, group);
    }
  };
}

/** Of the process, in a fresh one for each batch. */
function memory(): TransformerMemoryRow[] {
  return [16, 256].map((batch) => {
    const script = [
      `const { residentAfter } = await import(${JSON.stringify(import.meta.url)});`,
      `console.log(await residentAfter(${batch}));`,
    ].join("\n");
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    return { batch, megabytes: Math.round(Number(output)) };
  });
}

/** The most memory that a process has taken, MB, when it has worked on a batch twice. */
export async function residentAfter(batch: number): Promise<number> {
  const model = readModel("bench", MODEL);
  const pass = new GradientPass(await compileKernels(), model);
  pass.loadWeights(initialWeights(model, seededSource(1)));
  const examples = examplesOf(batch);
  for (let run = 0; run < 2; run++) pass.clippedGradientSum(examples, indices(batch), CLIP);
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}
