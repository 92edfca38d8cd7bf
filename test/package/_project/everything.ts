/**
 * A program that uses each module of the package, as its users would: it is compiled, bundled and run in
 * fresh projects.
 */
import { accounting, DpError } from "croupier-dp";
import { budgetGuarantee, type GuaranteesOptions, guarantees } from "croupier-dp/accounting";
import {
  categoryRandomizer,
  encodeReports,
  estimateFrequencies,
  shuffleReports,
} from "croupier-dp/analytics";
import { audit, type Game } from "croupier-dp/auditing";
import { openBackgroundAccountant } from "croupier-dp/background";
import { canonicalJson, webCrypto } from "croupier-dp/federated";
import { openLocalGradients } from "croupier-dp/federated/training";
import { gaussianMechanism } from "croupier-dp/mechanisms";
import { defineModel } from "croupier-dp/models";
import { describeAssumption, type MechanismEvent } from "croupier-dp/privacy";
import { type RandomSource, seededSource } from "croupier-dp/random";
import { decodeSafetensors, encodeSafetensors } from "croupier-dp/safetensors";
import { byteTokenizer } from "croupier-dp/text";
import { examplesFrom, type TrainOptions, train } from "croupier-dp/training";

/**
 * Its figure is no best of a search, of which engines whose elementary functions differ in a last digit may
 * choose another.
 */
const EVENT: MechanismEvent = {
  kind: "repeat",
  times: 7,
  of: { kind: "shuffle", users: 1000, of: { kind: "randomizedResponse", epsilon: 1, categories: 3 } },
};
const OPTIONS: GuaranteesOptions = { adjacency: "zero-out", delta: 1e-5, quick: true };

/** What every project must compute. */
export interface Everything {
  readonly epsilon: number;
  readonly assumptions: readonly string[];
  readonly inBackground: number;
  readonly refusal: string;
  readonly shares: readonly number[];
  readonly noisy: readonly number[];
  readonly weights: readonly number[];
  readonly gradient: readonly number[];
  readonly text: string;
  readonly verdict: string;
  readonly sealed: string;
}

export async function everything(): Promise<Everything> {
  const source: RandomSource = seededSource(5);
  const { epsilon, assumptions } = budgetGuarantee(guarantees(EVENT, OPTIONS));
  return {
    epsilon: epsilon.upper,
    assumptions: assumptions.map(describeAssumption),
    ...(await askInBackground()),
    shares: estimatedShares(source),
    noisy: noisyVector(source),
    weights: stored(await trainedWeights()),
    gradient: await localGradient(),
    text: byteTokenizer.decode(byteTokenizer.encode("shuffled")),
    verdict: await auditVerdict(),
    sealed: await sealedAndOpened(),
  };
}

/** From a worker: an answer, and a refusal that is still a DpError. */
async function askInBackground(): Promise<Pick<Everything, "inBackground" | "refusal">> {
  const accountant = await openBackgroundAccountant();
  try {
    const { guarantees: figures } = await accountant.guarantees(EVENT, OPTIONS);
    const refusal = await accountant.guarantees(EVENT, { ...OPTIONS, delta: 2 }).then(
      () => "none",
      (error: unknown) => (error instanceof DpError ? error.code : "not a DpError"),
    );
    return {
      inBackground: accounting.budgetGuarantee({ guarantees: figures, notApplicable: [] }).epsilon.upper,
      refusal,
    };
  } finally {
    await accountant.close();
  }
}

async function auditVerdict(): Promise<string> {
  const leak: Game = { trial: (secret) => Number(secret) };
  const source = seededSource(7);
  return (await audit(leak, { trials: 1000, delta: 0, adjacency: "zero-out", claim: 1, source })).verdict;
}

function estimatedShares(source: RandomSource): number[] {
  const randomizer = categoryRandomizer({ localEpsilon: 3, categories: ["no", "yes"] });
  const answers = Array.from({ length: 300 }, (_, user) => (user % 3 === 0 ? "yes" : "no"));
  const reports = shuffleReports(encodeReports(answers, randomizer, source), source);
  return estimateFrequencies(reports, randomizer).frequencies.map(({ estimate }) => estimate);
}

/** What a client sealed to a round's key. */
async function sealedAndOpened(): Promise<string> {
  const { hpke } = webCrypto();
  const keys = await hpke.generateKeyPair();
  const info = new TextEncoder().encode("croupier");
  const sender = await hpke.sender(keys.publicKey);
  const sealed = await sender.seal(info, new TextEncoder().encode(canonicalJson({ b: 1, a: 2 })));
  const recipient = await hpke.recipient(keys);
  return new TextDecoder().decode(await recipient.open(info, sealed));
}

function noisyVector(source: RandomSource): number[] {
  const vector = Float64Array.of(1, 2, 3);
  gaussianMechanism({ noiseMultiplier: 2, sensitivity: 1 }).addNoise(source, vector);
  return [...vector];
}

/** What a file of weights gives back. */
function stored(values: readonly number[]): number[] {
  const tensor = { name: "weights", shape: [values.length], values: Float32Array.from(values) };
  const [read] = decodeSafetensors(encodeSafetensors({ tensors: [tensor], metadata: {} }), "weights").tensors;
  return [...read!.values];
}

/** Of three rounds on two threads with WebAssembly kernels, seeded: the same bits everywhere. */
async function trainedWeights(): Promise<number[]> {
  const inputs = Array.from({ length: 120 }, (_, i) => [Math.fround((i % 7) / 7), Math.fround((i % 3) / 3)]);
  const labels = inputs.map((_, i) => (i % 7 < 3 ? 0 : 1));
  const options: TrainOptions = {
    model: defineModel({
      input: { height: 1, width: 1, channels: 2 },
      layers: [{ kind: "dense", units: 2 }],
    }),
    data: {
      train: examplesFrom(inputs.slice(0, 100), labels.slice(0, 100), { classes: 2 }),
      test: examplesFrom(inputs.slice(100), labels.slice(100), { classes: 2 }),
    },
    protocol: { kind: "central", samplingRate: 0.5, clipBound: 1, noiseToClip: 2 },
    privacy: { adjacency: "zero-out", delta: 1e-4 },
    rounds: 3,
    learningRate: 0.5,
    threads: 2,
    source: seededSource(6),
  };
  const { weights } = await train(options);
  return [...weights];
}

async function localGradient(): Promise<readonly number[]> {
  const examples = examplesFrom([[0.5, 0.25]], [1], { classes: 2 });
  const model = defineModel({ input: examples.shape, layers: [{ kind: "dense", units: 2 }] });
  const gradients = await openLocalGradients({ model, examples });
  return Array.from(await gradients.of()(new Float32Array(6)));
}
