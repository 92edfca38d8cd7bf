import type { Analyzer, AnalyzerStore } from "../../../src/federated/index.js";
import {
  type AnalyzerOptions,
  type Client,
  type ClientOptions,
  type CryptoProvider,
  type Handler,
  type KeyPair,
  makeStudy,
  memoryAnalyzerStore,
  memoryClientStore,
  memoryShufflerStore,
  type OpenedStudy,
  openAnalyzer,
  openClient,
  openShuffler,
  openStudy,
  type Shuffler,
  type ShufflerOptions,
  type ShufflerStore,
  type StudyOptions,
  shufflerDoor,
  signDocument,
  toHex,
} from "../../../src/federated/index.js";
import { nodeCrypto } from "../../../src/federated/node/index.js";

export const crypto: CryptoProvider = nodeCrypto();
export const TOKEN = "the analyzer's token";
export const URLS = { public: "http://shuffler.test", private: "http://private.test" };
export const MASTER = { id: "first", key: new Uint8Array(32).fill(7) };

/** A small study that says something within a fraction of a second. */
export const SMALL: Omit<StudyOptions, "owner" | "shuffler" | "analyzer"> = {
  title: "Does it rain?",
  purpose: "real",
  columns: [{ kind: "frequencies", column: "rain", categories: ["no", "yes", "sometimes"] }],
  groupBy: null,
  localEpsilon: 3,
  dummies: 20,
  admission: "open",
  rounds: 3,
  floor: 5,
  cap: 100_000,
  honestShare: 0.8,
  adjacency: "replace-one",
  budget: { epsilon: 12, delta: 1e-4 },
  windowSeconds: 60,
  delaySeconds: 10,
  retentionDays: 7,
  population: "people",
};

export interface Keys {
  readonly owner: KeyPair;
  readonly shuffler: KeyPair;
  readonly analyzer: KeyPair;
}

export async function newKeys(): Promise<Keys> {
  const { signatures } = crypto;
  return {
    owner: await signatures.generateKeyPair(),
    shuffler: await signatures.generateKeyPair(),
    analyzer: await signatures.generateKeyPair(),
  };
}

export async function signedStudy(keys: Keys, more: Partial<StudyOptions> = {}): Promise<OpenedStudy> {
  const study = makeStudy({
    ...SMALL,
    owner: { publicKey: toHex(keys.owner.publicKey) },
    shuffler: { url: URLS.public, publicKey: toHex(keys.shuffler.publicKey) },
    analyzer: { publicKey: toHex(keys.analyzer.publicKey) },
    ...more,
  });
  return openStudy(crypto, await signDocument(crypto, "study", study, keys.owner));
}

/** All parties of one study in this process, at a time that the test sets. */
export interface Federation {
  readonly keys: Keys;
  readonly opened: OpenedStudy;
  readonly id: string;
  readonly store: ShufflerStore;
  readonly analyzerStore: AnalyzerStore;
  readonly shuffler: Shuffler;
  readonly analyzer: Analyzer;
  /** Seconds later. */
  pass(seconds: number): void;
  client(more?: Partial<ClientOptions>): Client;
  /** Some users who joined and take part with these answers, one each; their outcomes. */
  report(answers: readonly string[]): Promise<string[]>;
  reopenShuffler(more?: Partial<ShufflerOptions>): Promise<Shuffler>;
  reopenAnalyzer(more?: Partial<AnalyzerOptions>): Promise<Analyzer>;
  /** Announces, reports, closes, publishes. */
  wholeRound(answers: readonly string[]): ReturnType<Analyzer["advance"]>;
}

export interface FederationOptions {
  readonly study?: Partial<StudyOptions>;
  readonly store?: ShufflerStore;
  readonly analyzerStore?: AnalyzerStore;
  readonly shuffler?: Partial<ShufflerOptions>;
  readonly analyzer?: Partial<AnalyzerOptions>;
}

export async function openFederation(options: FederationOptions = {}): Promise<Federation> {
  const keys = await newKeys();
  const opened = await signedStudy(keys, options.study);
  const { store = memoryShufflerStore(), analyzerStore = memoryAnalyzerStore() } = options;
  let now = 1_800_000_000_000;
  const studies = [opened.signed];
  const reopenShuffler = (more: Partial<ShufflerOptions> = {}) =>
    openShuffler({
      studies,
      keys: keys.shuffler,
      store,
      crypto,
      token: TOKEN,
      now: () => now,
      ...options.shuffler,
      ...more,
    });
  let shuffler = await reopenShuffler();
  const send: Handler = (request) =>
    request.url.startsWith(URLS.private) ? shuffler.privateHandler(request) : shuffler.publicHandler(request);
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
      ...options.analyzer,
      ...more,
    });
  const analyzer = await reopenAnalyzer();
  const client = (more: Partial<ClientOptions> = {}): Client =>
    openClient({
      store: memoryClientStore(),
      crypto,
      send,
      wait: async () => {},
      limits: { epsilon: 100, localEpsilon: 1e6, delta: 1, reportEpsilon: 100 },
      ...more,
    });
  const report = (answers: readonly string[]) =>
    Promise.all(
      answers.map(async (rain) => {
        const one = client();
        await one.join({ url: URLS.public, study: opened.id });
        const takePart = () => one.takePart(opened.id, { rain });
        const isAway = ({ code }: { code?: string }) => code === "STORE_UNAVAILABLE";
        const again = (error: unknown) => (isAway(error as object) ? takePart() : Promise.reject(error));
        return (await takePart().catch(again)).outcome;
      }),
    );
  const federation: Federation = {
    keys,
    opened,
    id: opened.id,
    store,
    analyzerStore,
    get shuffler() {
      return shuffler;
    },
    analyzer,
    pass(seconds) {
      now += 1000 * seconds;
    },
    client,
    report,
    async reopenShuffler(more) {
      shuffler = await reopenShuffler(more);
      return shuffler;
    },
    reopenAnalyzer,
    async wholeRound(answers) {
      await analyzer.announce(opened.id);
      await report(answers);
      now += 1000 * opened.study.windowSeconds;
      await shuffler.tick();
      return analyzer.advance(opened.id);
    },
  };
  return federation;
}
