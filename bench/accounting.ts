/**
 * Time and bracket width of the privacy-loss distributions, beside what peers printed for the same question;
 * and the time of whole answers (every method) about the events that take longest.
 */
import { guarantees } from "../src/accounting/index.js";
import {
  clonesPrivacyLoss,
  type PrivacyLossDistribution,
  poissonGaussianPrivacyLoss,
  randomAllocationPrivacyLoss,
  shuffleGaussianPrivacyLoss,
} from "../src/accounting/pld.js";
import type { CheckInShuffleEvent, MechanismEvent, Method, ShuffleEvent } from "../src/privacy/index.js";

interface Question {
  readonly name: string;
  readonly loss: () => PrivacyLossDistribution;
  readonly delta: number;
  /** What a peer printed: its bracket or figure, and its name. */
  readonly peer: string;
}

export interface AccountingRow {
  readonly name: string;
  readonly milliseconds: number;
  readonly lower: number;
  readonly upper: number;
  readonly relativeWidth: number;
  readonly peer: string;
}

const POISSON = (samplingRate: number, noiseMultiplier: number, rounds: number) => () =>
  poissonGaussianPrivacyLoss({ samplingRate, noiseMultiplier }).compose(rounds);
const SHUFFLE = (users: number, noiseMultiplier: number, rounds: number) => () =>
  shuffleGaussianPrivacyLoss({ users, noiseMultiplier }).compose(rounds);

const LT22 = "0.2282 by integer orders 2..30 (Liew and Takahashi 2022, Table 1)";
const NONE = "no certified figure known";

const QUESTIONS: readonly Question[] = [
  {
    name: "Poisson 0.01, s 1, T 1,000",
    loss: POISSON(0.01, 1, 1000),
    delta: 1e-5,
    peer: "1.82311..1.83337 prv_accountant",
  },
  {
    name: "Poisson 0.001, s 1, T 1,000",
    loss: POISSON(0.001, 1, 1000),
    delta: 1e-5,
    peer: "0.14389..0.15392 prv_accountant",
  },
  {
    name: "Poisson 0.0043, s 1.1, T 14,062",
    loss: POISSON(0.64 / 150, 1.1, 14_062),
    delta: 1e-5,
    peer: "2.37645..2.38674 prv_accountant",
  },
  ...[1, 7, 100, 1000, 10_000].map((rounds) => ({
    name: `shuffle Gaussian n 60,000, s 9.48, T ${rounds.toLocaleString("en")}`,
    loss: SHUFFLE(60_000, 9.48, rounds),
    delta: 1 / 60_000,
    peer: rounds <= 7 ? LT22 : NONE,
  })),
  { name: "shuffle Gaussian n 10^6, s 5, T 1,000", loss: SHUFFLE(1e6, 5, 1000), delta: 1e-8, peer: NONE },
  {
    name: "shuffle Gaussian n 10^9, s 9.48, T 100,000",
    loss: SHUFFLE(1e9, 9.48, 100_000),
    delta: 1e-9,
    peer: NONE,
  },
  {
    name: "Poisson 0.01, s 4, T 10,000",
    loss: POISSON(0.01, 4, 10_000),
    delta: 1e-5,
    peer: "0.94180..0.95194 prv_accountant",
  },
  {
    name: "Poisson 0.1, s 2, T 100",
    loss: POISSON(0.1, 2, 100),
    delta: 1e-6,
    peer: "2.66989..2.68018 prv_accountant",
  },
  {
    name: "random allocation t 1,000, s 0.5, T 10",
    loss: () => randomAllocationPrivacyLoss({ steps: 1000, noiseMultiplier: 0.5 }).compose(10),
    delta: 1e-5,
    peer: NONE,
  },
  {
    name: "clones eps0 2, 2,000 of 60,000, T 6,000",
    loss: () => clonesPrivacyLoss({ localEpsilon: 2, users: 60_000, sampled: 2000 }).compose(6000),
    delta: 1e-5,
    peer: "5.8 (Girgis, Data, Diggavi 2021)",
  },
];

const RUNS = 5;

/** Median time of several runs, each after another question's, so that nothing remembered helps. */
export function benchAccounting(): AccountingRow[] {
  const times = QUESTIONS.map((): number[] => []);
  let rows: Omit<AccountingRow, "milliseconds">[] = [];
  for (let run = 0; run < RUNS; run++) {
    rows = QUESTIONS.map(({ name, loss, delta, peer }, i) => {
      const start = performance.now();
      const { lower, upper } = loss().epsilonAtDelta(delta);
      times[i]!.push(performance.now() - start);
      return { name, lower, upper, relativeWidth: Number(((upper - lower) / upper).toPrecision(3)), peer };
    });
  }
  return rows.map(({ name, ...row }, i) => ({ name, milliseconds: median(times[i]!), ...row }));
}

interface Answer {
  readonly name: string;
  readonly event: MechanismEvent;
  readonly rounds?: number;
  readonly delta: number;
}

export interface AnswerRow {
  readonly name: string;
  readonly delta: number;
  readonly milliseconds: number;
  /** Of all threads: on a shared machine the figure to compare. */
  readonly processorMilliseconds: number;
  /** The method that takes longest, and its milliseconds. */
  readonly slowest: string;
}

const GAUSSIAN = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const BY_CLIP = (noiseToClip: number): MechanismEvent => ({ kind: "gaussian", noiseToClip });
const RESPONSE = (epsilon: number, categories: number): MechanismEvent => ({
  kind: "randomizedResponse",
  epsilon,
  categories,
});
const SHUFFLED = (users: number, of: MechanismEvent): ShuffleEvent => ({ kind: "shuffle", users, of });
const CHECKED_IN = (users: number, checkInRate: number, of: MechanismEvent): CheckInShuffleEvent => ({
  kind: "checkInShuffle",
  users,
  checkInRate,
  of,
});

const DUMMY = { absentees: "dummy" } as const;

/** The presets' events with blocks or dummies, and the design's. */
const HIDDEN: readonly Answer[] = [
  {
    name: "mnist-check-in: 64 blocks",
    event: { ...CHECKED_IN(60_000, 0.25, BY_CLIP(3.5)), blocks: 64 },
    rounds: 200,
    delta: 1e-5,
  },
  {
    name: "mnist-epsilon-3: 64 blocks, absent users' dummies",
    event: { ...CHECKED_IN(60_000, 0.5, BY_CLIP(0.211)), blocks: 64, ...DUMMY },
    rounds: 800,
    delta: 1e-5,
  },
  {
    name: "LT23's run: 64 blocks",
    event: { kind: "subsampledShuffle", users: 60_000, sampled: 60, blocks: 64, of: BY_CLIP(0.86) },
    rounds: 40_000,
    delta: 1e-5,
  },
  {
    name: "s 1.44 C, 0.5 of 60,000: 16 blocks, own coins",
    event: { ...CHECKED_IN(60_000, 0.5, BY_CLIP(1.44)), blocks: 16, joins: "per-block" },
    rounds: 3000,
    delta: 1e-5,
  },
  {
    name: "s 0.7198 C, n 60,000: 55,800 dummies",
    event: { ...SHUFFLED(60_000, BY_CLIP(0.7198)), dummies: 55_800 },
    delta: 1e-5,
  },
];

/**
 * The presets' and the papers' events, a sequence of different rounds, and what a sweep over all kinds of
 * events found, users to 10^12, rounds to 10^9 and deltas to 10^-300.
 */
const ANSWERS: readonly Answer[] = [
  {
    name: "mnist-check-in: s 0.7, 0.25 of 60,000",
    event: CHECKED_IN(60_000, 0.25, GAUSSIAN(0.7)),
    rounds: 400,
    delta: 1e-5,
  },
  {
    name: "LT22's run: s 2.5, 0.1 of 60,000",
    event: CHECKED_IN(60_000, 0.1, GAUSSIAN(2.5)),
    rounds: 5540,
    delta: 1e-5,
  },
  {
    name: "LT22, Table 1: s 4.74, n 60,000",
    event: SHUFFLED(60_000, GAUSSIAN(4.74)),
    rounds: 7,
    delta: 1 / 60_000,
  },
  {
    name: "caps eps0 2, 2,000 of 60,000",
    event: {
      kind: "subsampledShuffle",
      users: 60_000,
      sampled: 2000,
      of: { kind: "subsetResponse", epsilon: 2, mass: 0.2164 },
    },
    rounds: 6000,
    delta: 1e-5,
  },
  {
    name: "200 different shuffles, local eps0 0.5 to 1.5",
    event: {
      kind: "sequence",
      of: Array.from({ length: 200 }, (_, i) =>
        SHUFFLED(1000 + 37 * i, { kind: "local", epsilon: 0.5 + i / 200 }),
      ),
    },
    delta: 1e-5,
  },
  {
    name: "200 different shuffles, Gaussian s 1 to 1.5",
    event: {
      kind: "sequence",
      of: Array.from({ length: 200 }, (_, i) => SHUFFLED(1000 + 37 * i, GAUSSIAN(1 + i / 400))),
    },
    delta: 1e-5,
  },
  { name: "10-ary response eps0 1, n 10^4", event: SHUFFLED(1e4, RESPONSE(1, 10)), rounds: 100, delta: 1e-5 },
  {
    name: "ternary response eps0 1, n 10^6",
    event: SHUFFLED(1e6, RESPONSE(1, 3)),
    rounds: 1e6,
    delta: 1e-300,
  },
  {
    name: "10-ary response eps0 0.1, n 10^12",
    event: SHUFFLED(1e12, RESPONSE(0.1, 10)),
    rounds: 1e6,
    delta: 1e-300,
  },
  {
    name: "1,000-ary response eps0 10, n 10^9",
    event: SHUFFLED(1e9, RESPONSE(10, 1000)),
    rounds: 100,
    delta: 1e-12,
  },
  {
    name: "10-ary response eps0 0.1, n 10^9",
    event: SHUFFLED(1e9, RESPONSE(0.1, 10)),
    rounds: 1e9,
    delta: 1e-5,
  },
  { name: "local eps0 5, n 10^6", event: SHUFFLED(1e6, { kind: "local", epsilon: 5 }), delta: 1e-300 },
  { name: "shuffle Gaussian s 9.48, n 10^9", event: SHUFFLED(1e9, GAUSSIAN(9.48)), delta: 1e-9 },
  { name: "shuffle Gaussian s 1, n 10^9", event: SHUFFLED(1e9, GAUSSIAN(1)), rounds: 1e6, delta: 1e-5 },
  { name: "shuffle Gaussian s 0.5, n 10^6", event: SHUFFLED(1e6, GAUSSIAN(0.5)), delta: 1e-5 },
  { name: "shuffle Gaussian s 3, n 2", event: SHUFFLED(2, GAUSSIAN(3)), rounds: 1e5, delta: 1e-5 },
  {
    name: "shuffle Gaussian s 100, n 1,000",
    event: SHUFFLED(1000, GAUSSIAN(100)),
    rounds: 100,
    delta: 1e-12,
  },
  {
    name: "check-in Gaussian s 0.5, 0.001 of 1,000",
    event: CHECKED_IN(1000, 1e-3, GAUSSIAN(0.5)),
    rounds: 1e4,
    delta: 1e-5,
  },
  {
    name: "check-in Gaussian s 10^6, 0.01 of 10^9",
    event: CHECKED_IN(1e9, 0.01, GAUSSIAN(1e6)),
    rounds: 1e4,
    delta: 1e-12,
  },
];

/** Time of whole answers, each for the first time: accountants remember what they were asked. */
export function benchAnswers(): AnswerRow[] {
  return [...ANSWERS, ...HIDDEN].map((answer) => {
    const { name, rounds = 1, delta } = answer;
    const before = process.cpuUsage();
    const { total, slowest } = timesOf(answer);
    const { user, system } = process.cpuUsage(before);
    const [method, time] = slowest;
    return {
      name: rounds === 1 ? name : `${name}, T ${rounds.toLocaleString("en")}`,
      delta,
      milliseconds: Math.round(total),
      processorMilliseconds: Math.round((user + system) / 1000),
      slowest: `${method} ${Math.round(time)}`,
    };
  });
}

function timesOf({ event, rounds = 1, delta }: Answer): {
  readonly total: number;
  readonly slowest: readonly [Method, number];
} {
  const begun: [Method, number][] = [];
  guarantees(
    { kind: "repeat", times: rounds, of: event },
    { adjacency: "replace-one", delta, onMethod: (method) => begun.push([method, performance.now()]) },
  );
  const end = performance.now();
  const times = begun.map(([method, start], i) => [method, (begun[i + 1]?.[1] ?? end) - start] as const);
  return {
    total: end - begun[0]![1],
    slowest: times.reduce((most, each) => (each[1] > most[1] ? each : most)),
  };
}

function median(values: number[]): number {
  return Math.round(values.sort((a, b) => a - b)[values.length >> 1]!);
}
