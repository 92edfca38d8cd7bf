import { budgetGuarantee, guarantees } from "../../../src/accounting/index.js";
import {
  type AnalyzerOptions,
  type AnalyzerStore,
  type Client,
  type ClientOptions,
  type FederationAccounting,
  type Handler,
  memoryAnalyzerStore,
  memoryClientStore,
  memoryShufflerStore,
  type OpenedStudy,
  openAnalyzer,
  openClient,
  openShuffler,
  openStudy,
  type SpentQuery,
  shufflerDoor,
  signDocument,
  type TrainingStudy,
  toHex,
} from "../../../src/federated/index.js";
import {
  makeTrainingStudy,
  openLocalGradients,
  type TrainingStudyOptions,
  testUserSource,
  trainingTask,
} from "../../../src/federated/training/index.js";
import type { Guarantee } from "../../../src/privacy/index.js";
import { seededSource } from "../../../src/random/index.js";
import type { Examples } from "../../../src/training/data/examples.js";
import { crypto, type Keys, MASTER, newKeys, TOKEN, URLS } from "./federation.js";

/** Figures that take no time, where a test is about something else. */
export const QUICK: FederationAccounting = {
  spent: async (_, query) => quickGuarantee(query),
  async figures({ adjacency, budget }) {
    const figure = {
      adversary: "a test's",
      credits: "nothing",
      guarantee: quickGuarantee({ adjacency, delta: budget.delta }),
    };
    return { full: figure, dummiesOnly: figure, plain: figure, local: figure };
  },
};

function quickGuarantee(query: SpentQuery): Guarantee {
  return budgetGuarantee(guarantees({ kind: "local", epsilon: 1 }, query));
}

/** Four numbers to three classes: 15 weights. */
export const MODEL = {
  input: { height: 1, width: 1, channels: 4 },
  layers: [{ kind: "dense", units: 3 }],
} as const;

export const SMALL_TRAINING: Omit<TrainingStudyOptions, "owner" | "shuffler" | "analyzer"> = {
  title: "Which of three?",
  purpose: "test",
  model: MODEL,
  protocol: { kind: "check-in", samplingRate: 0.6, clipBound: 0.7, noiseToClip: 1.3, blocks: 4 },
  learning: { learningRate: 0.4, optimizer: "sgd", momentum: 0.5 },
  users: 40,
  dummies: 5,
  admission: "credentials",
  rounds: 4,
  floor: 8,
  cap: 40,
  honestShare: 0.8,
  adjacency: "zero-out",
  budget: { epsilon: 200, delta: 1e-5 },
  windowSeconds: 60,
  delaySeconds: 10,
  retentionDays: 7,
  population: "learners",
  seed: 11,
};

/** Twelve users of two examples each. */
export const USERS = 12;

export function examplesOf(users = USERS): Examples {
  const words = new Uint32Array(users * 2 * 4);
  seededSource(5).fill(words);
  const labels = Uint8Array.from({ length: users * 2 }, (_, index) => index % 3);
  const inputs = Float32Array.from(
    words,
    (word, index) => word / 2 ** 32 + (labels[index >> 2]! === index % 4 ? 1 : 0),
  );
  return { count: users * 2, shape: MODEL.input, classes: 3, inputs, labels };
}

export async function localGradients() {
  const gradients = await openLocalGradients({ model: MODEL, examples: examplesOf() });
  return (user: number) => gradients.of(Uint32Array.of(2 * user, 2 * user + 1));
}

export async function signedTraining(
  keys: Keys,
  more: Partial<TrainingStudyOptions> = {},
): Promise<OpenedStudy & { readonly study: TrainingStudy }> {
  const study = makeTrainingStudy({
    ...SMALL_TRAINING,
    owner: { publicKey: toHex(keys.owner.publicKey) },
    shuffler: { url: URLS.public, publicKey: toHex(keys.shuffler.publicKey) },
    analyzer: { publicKey: toHex(keys.analyzer.publicKey) },
    ...more,
  });
  const opened = await openStudy(crypto, await signDocument(crypto, "study", study, keys.owner));
  return opened as OpenedStudy & { readonly study: TrainingStudy };
}

export interface TrainingOptions {
  readonly study?: Partial<TrainingStudyOptions>;
  readonly analyzer?: Partial<AnalyzerOptions>;
  /** Sees each request first. */
  readonly watch?: (request: Request) => void;
  readonly analyzerStore?: AnalyzerStore;
}

/** All parties of a training in this process; users keep their clients over the rounds. */
export async function openTraining(options: TrainingOptions = {}) {
  const keys = await newKeys();
  const opened = await signedTraining(keys, options.study);
  const { id, study } = opened;
  let now = 1_800_000_000_000;
  const store = memoryShufflerStore();
  const { analyzerStore = memoryAnalyzerStore() } = options;
  const studies = [opened.signed];
  const shuffler = await openShuffler({
    studies,
    keys: keys.shuffler,
    store,
    crypto,
    token: TOKEN,
    now: () => now,
  });
  const send: Handler = (request) => {
    options.watch?.(request);
    return request.url.startsWith(URLS.private)
      ? shuffler.privateHandler(request)
      : shuffler.publicHandler(request);
  };
  const door = shufflerDoor(URLS.private, TOKEN, send);
  const reopenAnalyzer = (more: Partial<AnalyzerOptions> = {}) =>
    openAnalyzer({
      studies,
      keys: keys.analyzer,
      masters: [MASTER],
      store: analyzerStore,
      crypto,
      door,
      version: "test",
      accounting: QUICK,
      ...options.analyzer,
      ...more,
    });
  const credentials = Array.from({ length: USERS }, () => crypto.randomBytes(32));
  await shuffler.enrol(id, credentials);
  const clientOf = async (user: number, more: Partial<ClientOptions> = {}): Promise<Client> => {
    const client = openClient({
      store: memoryClientStore(),
      crypto,
      send,
      wait: async () => {},
      limits: { epsilon: 1e6, localEpsilon: 1e6, delta: 1, reportEpsilon: 1e6 },
      allowTests: true,
      tasks: [trainingTask],
      ...(study.seed !== null && { source: testUserSource(study, user) }),
      ...more,
    });
    await client.join({ url: URLS.public, study: id, credential: credentials[user]! });
    return client;
  };
  const analyzer = await reopenAnalyzer();
  const gradientOf = await localGradients();
  const clients = await Promise.all(credentials.map((_, user) => clientOf(user)));
  return {
    keys,
    opened,
    id,
    study,
    store,
    analyzerStore,
    shuffler,
    analyzer,
    reopenAnalyzer,
    send,
    door,
    clientOf,
    clients,
    gradientOf,
    pass(seconds: number) {
      now += 1000 * seconds;
    },
    /** Announces, reports of all users, closes; what they got. */
    async collect() {
      await analyzer.announce(id);
      const outcomes: string[] = [];
      for (const [user, client] of clients.entries())
        outcomes.push((await client.takePart(id, gradientOf(user))).outcome);
      now += 1000 * study.windowSeconds;
      await shuffler.tick();
      return outcomes;
    },
  };
}
