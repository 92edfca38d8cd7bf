/**
 * A figure that is smaller because nobody sees who takes part says so, and no other does: of every method and
 * every kind of round and report that it covers.
 */
import { describe, expect, it } from "vitest";
import { shortAndLong } from "../../test/short-and-long.js";
import {
  ACCOUNTING_METHODS,
  type AccountingMethod,
  type Adjacency,
  type Claim,
  type MechanismEvent,
  type Method,
} from "../privacy/index.js";
import { budgetGuarantee } from "./budget-guarantee.js";
import { deltas } from "./deltas.js";
import { guarantees } from "./guarantees.js";
import { methodCoverage } from "./method-coverage.js";
import { renyiDivergences } from "./renyi-divergences.js";
import type { Coverage, ReportKind } from "./rounds/coverage.js";
import type { RoundKind } from "./rounds/round.js";

const DELTA = 1e-5;
const USERS = 100_000;
const SAMPLED = 1000;
const STEPS = 20;
/** Of whom all take part. */
const FEW_USERS = 200;
/** Of rounding. */
const VISIBLY = 0.999;

const REPORTS: Readonly<Record<ReportKind, MechanismEvent>> = {
  gaussian: { kind: "gaussian", noiseToClip: 1.5 },
  pureLocal: { kind: "local", epsilon: 1 },
  approximateLocal: { kind: "local", epsilon: 1, delta: 1e-10 },
  randomizedResponse: { kind: "randomizedResponse", epsilon: 1, categories: 4 },
  subsetResponse: { kind: "subsetResponse", epsilon: 1, mass: 0.25 },
  discreteChannel: {
    kind: "discreteChannel",
    matrix: [
      [0.7, 0.3],
      [0.3, 0.7],
    ],
  },
  unboundedChannel: {
    kind: "discreteChannel",
    matrix: [
      [0.7, 0.3, 0],
      [0.3, 0.7 - 2 ** -30, 2 ** -30],
    ],
  },
  laplaceScalar: { kind: "laplaceScalar", noiseToWidth: 1 },
  gaussianScalar: { kind: "gaussianScalar", noiseToWidth: 1.5 },
  answers: {
    kind: "answers",
    of: [{ kind: "repeat", times: 3, of: { kind: "randomizedResponse", epsilon: 0.5, categories: 3 } }],
  },
  dummyCounts: { kind: "dummyCounts", categories: 4, laplaceScale: 3, centre: 40 },
};

/**
 * A round in which a user or record takes part by a draw; the same with everybody in it; and one in which it
 * is known who takes part.
 */
interface Rounds {
  readonly drawn: MechanismEvent;
  readonly full: MechanismEvent;
  readonly seen: MechanismEvent;
}

const ROUNDS: Readonly<Record<RoundKind, ((of: MechanismEvent) => Rounds) | undefined>> = {
  report: undefined,
  shuffle: undefined,
  subsampledShuffle: (of) => ({
    drawn: { kind: "subsampledShuffle", users: USERS, sampled: SAMPLED, of },
    full: { kind: "subsampledShuffle", users: FEW_USERS, sampled: FEW_USERS, of },
    seen: { kind: "shuffle", users: SAMPLED, of },
  }),
  checkInShuffle: (of) => ({
    drawn: { kind: "checkInShuffle", users: USERS, checkInRate: SAMPLED / USERS, of },
    full: { kind: "checkInShuffle", users: FEW_USERS, checkInRate: 1, of },
    seen: { kind: "shuffle", users: SAMPLED, of },
  }),
  poissonSample: (of) => ({
    drawn: { kind: "poissonSample", rate: SAMPLED / USERS, of },
    full: { kind: "poissonSample", rate: 1, of },
    seen: of,
  }),
  randomAllocation: (of) => ({
    drawn: { kind: "randomAllocation", steps: STEPS, of },
    full: { kind: "randomAllocation", steps: 1, of },
    seen: of,
  }),
};

const CASES = ACCOUNTING_METHODS.flatMap((method) =>
  coverageOf(method).flatMap(({ rounds, reports, adjacencies, weightShuffle, blocksAndDummies }) =>
    rounds.flatMap((round) =>
      reports.flatMap((report) =>
        adjacencies.flatMap((adjacency) => {
          const of = ROUNDS[round]?.(REPORTS[report]);
          if (of === undefined) return [];
          const hidden = blocksAndDummies === "only" ? withDummies(of) : of;
          const rounded = weightShuffle ? inside(hidden) : hidden;
          return [{ name: `${method}: ${round} of ${report}, ${adjacency}`, method, adjacency, ...rounded }];
        }),
      ),
    ),
  ),
);

function coverageOf(method: Method): readonly Coverage[] {
  return methodCoverage.find((each) => each.method === method)!.covers;
}

function inside({ drawn, full, seen }: Rounds): Rounds {
  const shuffled = (of: MechanismEvent): MechanismEvent => ({
    kind: "weightShuffle",
    dimension: 1000,
    batchClipRatio: 30,
    of,
  });
  return { drawn: shuffled(drawn), full: shuffled(full), seen: shuffled(seen) };
}

function withDummies({ drawn, full, seen }: Rounds): Rounds {
  const hidden = (of: MechanismEvent): MechanismEvent => ({ ...of, dummies: 30 }) as MechanismEvent;
  return { drawn: hidden(drawn), full: hidden(full), seen: hidden(seen) };
}

const credits = ({ assumptions }: Claim): boolean => assumptions.includes("secret-participation");

/** Methods that cover no round whose participants are known, and what they start from there. */
const STARTS_FROM: Partial<Record<Method, AccountingMethod>> = {
  "liew22-baseline": "clones-2023",
  "liew22-generic": "clones-2023",
};

/**
 * The epsilon of a round whose participants are known: the method's own, else that of what it starts from,
 * else the best proven.
 */
function epsilonSeen(event: MechanismEvent, adjacency: Adjacency, method: AccountingMethod): number {
  const asked = { adjacency, delta: DELTA };
  const [own] = guarantees(event, { ...asked, method: STARTS_FROM[method] ?? method }).guarantees;
  return (own ?? budgetGuarantee(guarantees(event, asked)))!.epsilon.upper;
}

describe("participation that is credited is named", () => {
  for (const [cases, options] of shortAndLong(CASES, (_, place) => place % 3 > 0, { tags: ["slow"] })) {
    it.each(cases)("$name", options, ({ drawn, full, seen, adjacency, method }) => {
      const [figure] = guarantees(drawn, { adjacency, delta: DELTA, method }).guarantees;
      if (figure === undefined) {
        expect(method).toBe("gdd21-lower"); // which binary response alone attains
        return;
      }
      const isCredited =
        figure.side === "upper" && figure.epsilon.upper < VISIBLY * epsilonSeen(seen, adjacency, method);
      expect(credits(figure)).toBe(isCredited);
      const [ofRenyi] = renyiDivergences(drawn, { adjacency, orders: [2], method }).guarantees;
      if (ofRenyi !== undefined) expect(credits(ofRenyi)).toBe(isCredited);
      const [ofAll] = guarantees(full, { adjacency, delta: DELTA, method }).guarantees;
      if (ofAll !== undefined) expect(credits(ofAll), "where all take part").toBe(false);
    });
  }

  it.each(["checkInShuffle", "subsampledShuffle", "poissonSample"] as const)(
    "by delta at an epsilon: %s",
    { tags: ["slow"] },
    (kind) => {
      const { drawn } = ROUNDS[kind]!(REPORTS.gaussian);
      const { guarantees: figures } = deltas(drawn, { adjacency: "replace-one", epsilon: 0.1, quick: true });
      const uppers = figures.filter(({ side }) => side === "upper");
      expect(uppers.length).toBeGreaterThan(0);
      expect(figures.filter(credits)).toEqual(uppers);
    },
  );

  it("goes over every method that covers a round of its own", () => {
    const wanted = ACCOUNTING_METHODS.filter((method) => coverageOf(method).length > 0);
    expect(new Set(CASES.map(({ method }) => method))).toEqual(new Set(wanted));
    expect(ACCOUNTING_METHODS.filter((method) => !wanted.includes(method))).toEqual(["basic-composition"]);
  });

  it.each<[boolean, MechanismEvent]>([
    [true, { kind: "poissonSample", rate: 0.01, of: REPORTS.gaussian }],
    [false, REPORTS.gaussian],
  ])("added up: %s where a part credits it", (isCredited, part) => {
    const event: MechanismEvent = { kind: "sequence", of: [part, REPORTS.pureLocal] };
    const asked = { adjacency: "zero-out", method: "basic-composition" } as const;
    const [atDelta] = guarantees(event, { ...asked, delta: DELTA }).guarantees;
    const [atEpsilon] = deltas(event, { ...asked, epsilon: 2 }).guarantees;
    expect([credits(atDelta!), credits(atEpsilon!)]).toEqual([isCredited, isCredited]);
  });

  it.each<[string, MechanismEvent]>([
    ["a report", REPORTS.pureLocal],
    ["a shuffle", { kind: "shuffle", users: USERS, of: REPORTS.pureLocal }],
    ["shuffled Gaussian reports", { kind: "shuffle", users: USERS, of: REPORTS.gaussian }],
  ])("nothing is credited of %s", { tags: ["slow"] }, (_what, event) => {
    const { guarantees: figures } = guarantees(event, { adjacency: "replace-one", delta: DELTA });
    expect(figures.filter(credits)).toEqual([]);
  });

  it("is named once, whatever it is composed with", { tags: ["slow"] }, () => {
    const of = REPORTS.pureLocal;
    const event: MechanismEvent = {
      kind: "sequence",
      of: [
        { kind: "shuffle", users: USERS, of },
        { kind: "repeat", times: 7, of: { kind: "checkInShuffle", users: USERS, checkInRate: 0.1, of } },
      ],
    };
    const { guarantees: figures } = guarantees(event, { adjacency: "replace-one", delta: DELTA });
    const uppers = figures.filter(({ side }) => side === "upper");
    expect(uppers.length).toBeGreaterThan(3);
    for (const { method, assumptions } of uppers) {
      expect(
        assumptions.filter((each) => each === "secret-participation"),
        method,
      ).toHaveLength(1);
    }
  });
});
