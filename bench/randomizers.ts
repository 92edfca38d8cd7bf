import { linfRandomizer, privUnitRandomizer } from "../src/mechanisms/index.js";
import {
  fillNormals,
  fillRoundedNormals,
  keyedSource,
  sampleRoundedNormal,
  seededSource,
} from "../src/random/index.js";
import { compileKernels } from "../src/tensor/compile-kernels.js";
import { NormalStream } from "../src/tensor/normal-stream.js";
import { Workspace } from "../src/tensor/workspace.js";
import { referenceClippedSum } from "../src/training/gradients/reference-clipped-sum.js";
import { type GradientRandomizer, loadMnist, openGradientEngine } from "../src/training/index.js";
import { initialWeights, modelOf } from "../src/training/models/index.js";
import { type Contestant, type Rate, takeTurns } from "./take-turns.js";

export interface RandomizerResults {
  /** 32-bit words of keystream, normals, and reports about MNIST gradients, the gradient included. */
  readonly words: readonly Rate[];
  readonly normals: readonly Rate[];
  readonly reports: readonly Rate[];
}

const MODEL = "mnist-cnn";
const DIMENSION = 13_706;
const PRIV_UNIT = { kind: "priv-unit", localEpsilon: 2, clipBound: 0.005 } as const;
const LINF = { kind: "linf", localEpsilon: 1.5, clipBound: 0.01 } as const;

/** Random words, normals and reports on one thread, each beside its plain TypeScript twin in the same run. */
export async function benchRandomizers(): Promise<RandomizerResults> {
  const workspace = new Workspace(await compileKernels());
  return {
    words: await takeTurns(words(workspace)),
    normals: await takeTurns(normals(workspace)),
    reports: await reports(),
  };
}

function words(workspace: Workspace): Contestant[] {
  const source = keyedSource(new Uint32Array(8), false);
  const plain = new Uint32Array(1 << 18);
  const state = workspace.allocateWords(new Uint32Array(16));
  const buffer = workspace.allocate(1 << 14);
  const kernel = (rounds: number) => () => {
    for (let i = 0; i < 1 << 12; i++) workspace.kernels.keystream(state, buffer, 1 << 6, rounds);
  };
  return [
    { what: "plain TypeScript, ChaCha20", count: plain.length, run: () => source.fill(plain) },
    ...[20, 12, 8].map((rounds) => ({
      what: `kernel, ChaCha${rounds}`,
      count: 2 ** 24,
      run: kernel(rounds),
    })),
  ];
}

function normals(workspace: Workspace): Contestant[] {
  const source = seededSource(1);
  const plain = new Float64Array(1 << 20);
  const stream = new NormalStream(workspace);
  const buffer = workspace.allocateFloats(1 << 12);
  stream.start(source);
  return [
    { what: "plain TypeScript, f64", count: plain.length, run: () => fillNormals(source, plain, 1) },
    {
      what: "plain TypeScript, exact integers",
      count: plain.length,
      run: () => fillRoundedNormals(source, plain, 24),
    },
    {
      what: "plain TypeScript, exact integers one by one",
      count: plain.length,
      run() {
        for (let i = 0; i < plain.length; i++) plain[i] = sampleRoundedNormal(source, 24);
      },
    },
    {
      what: "kernel, f32",
      count: 2 ** 24,
      run() {
        for (let i = 0; i < 1 << 12; i++) stream.fill(buffer, 1 << 12);
      },
    },
  ];
}

async function reports(): Promise<Rate[]> {
  const { train, test } = await loadMnist();
  const engine = await openGradientEngine({ model: MODEL, train, test, threads: 1 });
  const weights = initialWeights(MODEL, seededSource(1));
  const source = seededSource(2);
  const some = (count: number) => Uint32Array.from({ length: count }, (_, i) => (i * 7) % train.count);
  const ballOf = ({ localEpsilon, clipBound: bound }: GradientRandomizer) => ({
    localEpsilon,
    bound,
    dimension: DIMENSION,
  });
  const privUnit = privUnitRandomizer(ballOf(PRIV_UNIT));
  const linf = linfRandomizer(ballOf(LINF));
  const plain = (randomizer: typeof privUnit | typeof linf) => () => {
    for (const index of some(50)) {
      const { sum } = referenceClippedSum(modelOf(MODEL), weights, train, Uint32Array.of(index), {
        norm: "none",
      });
      randomizer.randomize(source, sum);
    }
  };
  const kernel = (randomizer: GradientRandomizer) => async () =>
    void (await engine.randomizedGradientSum(weights, some(2048), randomizer, source));
  const rates = await takeTurns([
    { what: "plain TypeScript, priv-unit", count: 50, run: plain(privUnit) },
    { what: "plain TypeScript, linf", count: 50, run: plain(linf) },
    { what: "kernels, priv-unit", count: 2048, run: kernel(PRIV_UNIT) },
    { what: "kernels, linf", count: 2048, run: kernel(LINF) },
    {
      what: "kernels, clipped gradients alone",
      count: 2048,
      run: async () =>
        void (await engine.clippedGradientSum(weights, some(2048), { norm: "l2", bound: 0.005 })),
    },
  ]);
  await engine.close();
  return rates;
}
