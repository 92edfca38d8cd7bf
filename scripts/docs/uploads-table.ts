import { uploadBytes } from "../../src/federated/messages/report-bytes.js";
import { makeTrainingStudy, type TrainingStudyOptions } from "../../src/federated/training/index.js";
import { dimensionOf } from "../../src/training/models/model.js";
import { modelOf } from "../../src/training/models/model-name.js";
import { secureAggregationBytes } from "./secure-aggregation-bytes.js";

const MODELS = ["mnist-hog", "mnist-cnn"] as const;
const RATE = 0.2;
const BLOCKS = 64;
/** Of a user's entry in secure aggregation; reports of `check-in` have 32. */
const BITS = 16;

type Model = (typeof MODELS)[number];
type Protocol = TrainingStudyOptions["protocol"];

const CHECK_IN = { kind: "check-in", samplingRate: RATE, clipBound: 1, noiseToClip: 4 } as const;
const cldp = (randomizer: "priv-unit" | "hemisphere" | "linf"): Protocol => ({
  kind: "cldp",
  randomizer,
  clipBound: 1,
});

/** What a user sends in a round of training, in kB, as a Markdown table. */
export function uploadsTable(): string {
  const rows: readonly (readonly [string, (model: Model) => number])[] = [
    ["check-in, one block", (model) => uploadOf(model, CHECK_IN)],
    [`check-in, ${BLOCKS} blocks`, (model) => uploadOf(model, { ...CHECK_IN, blocks: BLOCKS })],
    [
      `the same, silent absentees, a mean round at rate ${RATE}`,
      (model) => RATE * uploadOf(model, { ...CHECK_IN, blocks: BLOCKS, absentees: "silent" }),
    ],
    ["cldp, PrivUnit or hemisphere", (model) => uploadOf(model, cldp("priv-unit"))],
    ["cldp, linf", (model) => uploadOf(model, cldp("linf"))],
    ...[1000, 10_000].map(
      (users) => [`secure aggregation of ${users.toLocaleString("en")} users`, secureBytes(users)] as const,
    ),
  ];
  return [
    `| protocol | ${MODELS.map((model) => `${model}, ${weightsOf(model).toLocaleString("en")} weights`).join(" | ")} |`,
    "|---|---|---|",
    ...rows.map(
      ([name, bytesOf]) => `| ${name} | ${MODELS.map((model) => kilobytes(bytesOf(model))).join(" | ")} |`,
    ),
  ].join("\n");
}

function weightsOf(model: Model): number {
  return dimensionOf(modelOf(model));
}

function secureBytes(users: number): (model: Model) => number {
  return (model) => secureAggregationBytes({ users, entries: weightsOf(model), bitsPerEntry: BITS });
}

function uploadOf(model: Model, protocol: Protocol): number {
  const { slots } = makeTrainingStudy({ ...STUDY, model, protocol, localEpsilon: localEpsilonOf(protocol) });
  return uploadBytes({ hasCredential: true, slots });
}

/** Of Gaussian reports it follows from the noise; here nothing depends on it. */
function localEpsilonOf({ kind }: Protocol): number {
  return kind === "cldp" ? 2 : 100;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(bytes < 1000 ? 2 : 1);
}

const STUDY: Omit<TrainingStudyOptions, "model" | "protocol"> = {
  title: "sizes",
  purpose: "real",
  learning: { learningRate: 1 },
  users: 60_000,
  dummies: 20_000,
  admission: "credentials",
  rounds: 20,
  floor: 50_000,
  cap: 60_000,
  honestShare: 0.9,
  adjacency: "replace-one",
  budget: { epsilon: 1, delta: 1e-6 },
  windowSeconds: 600,
  delaySeconds: 300,
  retentionDays: 7,
  population: "sizes",
  owner: { publicKey: "0".repeat(64) },
  shuffler: { url: "http://localhost", publicKey: "1".repeat(64) },
  analyzer: { publicKey: "2".repeat(64) },
};
