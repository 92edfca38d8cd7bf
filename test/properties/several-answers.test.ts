/**
 * Several answers in one message: no data beat the figures, every output of a few users; the bound by its
 * definition.
 */
import { describe, expect, it } from "vitest";
import { answers, deltas, guarantees, repeat } from "../../src/accounting/index.js";
import { readRound } from "../../src/accounting/rounds/read-round.js";
import type { AnswersReport } from "../../src/accounting/rounds/round.js";
import { answersPair } from "../../src/accounting/shuffle/blanket/channels/answers-pair.js";
import { shuffledPairs } from "../../src/accounting/shuffle/blanket/channels/shuffled-channel.js";
import { gameOf } from "../../src/auditing/index.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import { sampleInteger, seededSource } from "../../src/random/index.js";
import { histogramLaw, hockeyStick, type Law } from "./shuffled-law.js";

/** An answer: what its event says, and the law of each input's report. */
interface Answer {
  readonly of: MechanismEvent;
  readonly rows: readonly Law[];
}

function response(epsilon: number, categories: number): Answer {
  const lie = 1 / (Math.exp(epsilon) + categories - 1);
  const inputs = [...Array(categories).keys()];
  return {
    of: { kind: "randomizedResponse", epsilon, categories },
    rows: inputs.map((x) => inputs.map((y) => (x === y ? Math.exp(epsilon) * lie : lie))),
  };
}

/** Sets of equally likely reports. */
function subsets(epsilon: number, reports: number, sets: readonly (readonly number[])[]): Answer {
  const [size] = sets.map((set) => set.length) as [number];
  const meet = sets.flatMap((one, i) =>
    sets.slice(i + 1).map((other) => one.filter((each) => other.includes(each)).length),
  );
  const total = size * Math.exp(epsilon) + reports - size;
  return {
    of: {
      kind: "subsetResponse",
      epsilon,
      mass: size / reports,
      overlap: Math.min(...meet) / reports,
    },
    rows: sets.map((set) =>
      Array.from({ length: reports }, (_, y) => (set.includes(y) ? Math.exp(epsilon) : 1) / total),
    ),
  };
}

/** The rows of all records: every input of one answer with every input of the others. */
function recordsOf(message: readonly Answer[]): readonly Law[] {
  return message.reduce<readonly Law[]>(
    (rows, { rows: next }) =>
      rows.flatMap((one) => next.map((other) => one.flatMap((p) => other.map((q) => p * q)))),
    [[1]],
  );
}

const eventOf = (message: readonly Answer[]): MechanismEvent => answers({ of: message.map(({ of }) => of) });

const MESSAGES: readonly (readonly [string, readonly Answer[]])[] = [
  ["two binary responses", [response(1, 2), response(1, 2)]],
  ["a strong one and a weak one", [response(2, 2), response(0.2, 3)]],
  ["three binary responses", [response(0.5, 2), response(0.9, 2), response(0.9, 2)]],
  [
    "sets that meet",
    [
      response(0.7, 2),
      subsets(1.2, 4, [
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
    ],
  ],
  [
    "sets of most of the mass",
    [
      subsets(1, 3, [
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
      response(0.3, 2),
    ],
  ],
  [
    "disjoint sets",
    [
      subsets(1.4, 4, [[0], [1], [2]]),
      subsets(0.4, 3, [
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
    ],
  ],
];
const EPSILONS = [0, 0.2, 1];

function cohorts(rows: readonly Law[], size: number): Law[][] {
  if (size === 0) return [[]];
  return rows.flatMap((row, i) => cohorts(rows.slice(i), size - 1).map((rest) => [row, ...rest]));
}

/** The largest delta at each epsilon over all pairs of records, or over some cohorts where there are many. */
function worstDeltas(rows: readonly Law[], users: number): number[] {
  const all = cohorts(rows, users - 1);
  const source = seededSource(5);
  const some =
    all.length <= 20 ? all : Array.from({ length: 20 }, () => all[sampleInteger(source, all.length)]!);
  const worst = EPSILONS.map(() => 0);
  for (const others of some) {
    const laws = rows.map((row) => histogramLaw([row, ...others]));
    for (const p of laws) {
      for (const q of laws) {
        EPSILONS.forEach((epsilon, i) => {
          worst[i] = Math.max(worst[i]!, hockeyStick(p, q, epsilon));
        });
      }
    }
  }
  return worst;
}

function figure(event: MechanismEvent, method: string, epsilon: number): number {
  const [found] = deltas(event, { adjacency: "replace-one", epsilon, method } as never).guarantees;
  return found!.delta.upper;
}

describe.each(MESSAGES)("%s", (_, message) => {
  const rows = recordsOf(message);
  const of = eventOf(message);
  /** Of sets the lower end is what some sets of that mass and overlap spend. */
  const isKnown = message.every((each) => each.of.kind === "randomizedResponse");

  it("no cohort of up to three users is above the upper ends, nor below the lower one", () => {
    for (const users of rows[0]!.length > 6 ? [1, 2] : [1, 2, 3]) {
      const event = { kind: "shuffle", users, of } as const;
      const worst = worstDeltas(rows, users);
      for (const [i, epsilon] of EPSILONS.entries()) {
        for (const method of ["blanket", "clones-2023-pld"]) {
          expect(figure(event, method, epsilon)).toBeGreaterThanOrEqual(worst[i]! * (1 - 1e-9) - 1e-12);
        }
        if (isKnown)
          expect(figure(event, "cohort-lower", epsilon)).toBeLessThanOrEqual(worst[i]! * (1 + 1e-9) + 1e-12);
      }
      if (users === 1) expect(worst[0]! / figure(event, "blanket", 0)).toBeGreaterThan(0.99);
    }
  });

  it("nor of users who check in, where the absent hide", () => {
    const joins = 0.4;
    const sent = rows.map((row) => [...row.map((each) => joins * each), 1 - joins]);
    const event = { kind: "checkInShuffle", users: 2, checkInRate: joins, of } as const;
    const worst = worstDeltas(sent, 2);
    for (const [i, epsilon] of EPSILONS.entries()) {
      expect(figure(event, "clones-2023-pld", epsilon)).toBeGreaterThanOrEqual(worst[i]! * (1 - 1e-9));
      if (isKnown) expect(figure(event, "cohort-lower", epsilon)).toBeLessThanOrEqual(worst[i]! * (1 + 1e-9));
    }
  });

  it("its bound is the one that the theorem says, of every two records at the most", () => {
    const report = readRound(of as never, "replace-one").report as AnswersReport;
    for (const users of [2, 3]) {
      const channel = shuffledPairs([answersPair(report, users)], users);
      for (const epsilon of EPSILONS) {
        const exact = theoremDelta(message, users, epsilon);
        expect(channel.deltaAt(epsilon)).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
        expect(channel.deltaAt(epsilon)).toBeLessThanOrEqual(exact * 1.02 + 1e-9);
      }
    }
  });
});

/** (1 / n) E(Z_1 + ... + Z_n)+ over all reports, of the worst two records, or what one report costs alone. */
function theoremDelta(message: readonly Answer[], users: number, epsilon: number): number {
  const rows = recordsOf(message);
  const blanket = rows[0]!.map((_, y) => Math.min(...rows.map((row) => row[y]!)));
  const x = Math.exp(epsilon);
  let worst = 0;
  for (const p of rows) {
    for (const q of rows) {
      const values = [...blanket.map((mass, y) => (p[y]! - x * q[y]!) / mass), 0];
      const masses = [...blanket, 1 - blanket.reduce((sum, mass) => sum + mass, 0)];
      let sums = new Map([[0, 1]]);
      for (let user = 0; user < users; user++) {
        const next = new Map<number, number>();
        for (const [sum, mass] of sums) {
          values.forEach((value, y) => {
            const key = Number((sum + value).toPrecision(10));
            next.set(key, (next.get(key) ?? 0) + mass * masses[y]!);
          });
        }
        sums = next;
      }
      const shuffled = [...sums].reduce((sum, [value, mass]) => sum + Math.max(0, value) * mass, 0) / users;
      const alone = p.reduce((sum, mass, y) => sum + Math.max(0, mass - x * q[y]!), 0);
      worst = Math.max(worst, Math.min(shuffled, alone));
    }
  }
  return worst;
}

describe("ten answers", () => {
  const ten = (epsilon: number, categories = 2): MechanismEvent =>
    answers({ of: [repeat({ times: 10, of: { kind: "randomizedResponse", epsilon, categories } })] });
  const epsilonOf = (of: MechanismEvent, method: string): number =>
    guarantees({ kind: "shuffle", users: 10_000, of }, {
      adjacency: "replace-one",
      delta: 1e-6,
      method,
    } as never).guarantees[0]!.epsilon.upper;

  it("spend a third of what the sum of their epsilons says", () => {
    const known = epsilonOf(ten(0.5), "blanket");
    expect(known).toBeLessThan(0.25);
    expect(known).toBeGreaterThan(epsilonOf(ten(0.5), "cohort-lower"));
    expect(epsilonOf({ kind: "local", epsilon: 5 }, "clones-2023") / known).toBeGreaterThan(2.9);
  });

  it("of too many kinds count as fewer, which spend no less: the nearest two as the worse one", () => {
    const binary = Array.from({ length: 11 }, (_, i) => response(0.1 + 0.02 * i, 2).of);
    const deltaOf = (last: readonly MechanismEvent[]): number => {
      const { report } = readRound(answers({ of: [...binary, ...last] }) as never, "replace-one");
      return shuffledPairs([answersPair(report as AnswersReport, 1000)], 1000).deltaAt(0.05);
    };
    const worse = response(1.001, 3).of;
    expect(deltaOf([response(1, 3).of, response(1.001, 5).of])).toBe(deltaOf([worse, worse]));
    expect(deltaOf([response(1, 5).of, worse])).toBe(deltaOf([worse, worse]));
  });

  it("can be audited", () => {
    const game = gameOf(
      { kind: "shuffle", users: 20, of: ten(0.5) },
      { adjacency: "replace-one", cohort: [0, 1, 2] },
    );
    const source = seededSource(3);
    const mean = (secret: boolean): number =>
      Array.from({ length: 100 }, () => game.trial(secret, source)).reduce((a, b) => a + b, 0) / 100;
    expect(mean(true)).toBeGreaterThan(mean(false));
  });
});

it.each([
  [[], "event.of.of: answers in all must be an integer in [1, 100], got 0"],
  [
    [{ kind: "repeat", times: 101, of: { kind: "randomizedResponse", epsilon: 1, categories: 2 } }],
    "got 101",
  ],
  [
    [{ kind: "repeat", times: 3, of: { kind: "randomizedResponse", epsilon: 40, categories: 2 } }],
    "event.of.of: epsilon of all answers must be a finite number in [0, 100), got 120",
  ],
  [
    [{ kind: "local", epsilon: 1 }],
    "kind of an answer must be one of randomizedResponse, subsetResponse, got",
  ],
  [[{ kind: "gaussian", noiseToClip: 1 }], "event.of.of: kind of an answer must be one of"],
] as const)("refuses %j", (of, message) => {
  const event = { kind: "shuffle", users: 10, of: { kind: "answers", of } } as MechanismEvent;
  expect(() => guarantees(event, { adjacency: "replace-one", delta: 1e-6 })).toThrow(message);
});
