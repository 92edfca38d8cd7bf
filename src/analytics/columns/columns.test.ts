import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/index.js";
import { DpError } from "../../errors.js";
import type { RandomSource } from "../../random/index.js";
import { seededSource } from "../../random/index.js";
import {
  type CollectColumnsOptions,
  type ColumnsPlan,
  type ColumnWithValues,
  collectColumns,
  encodeReports,
  estimateColumns,
  estimateGroups,
  type PlannedColumn,
  planColumns,
  shuffleReports,
} from "../index.js";

const USERS = 200;
const user = <Value>(value: (index: number) => Value): Value[] =>
  Array.from({ length: USERS }, (_, i) => value(i));
const CATEGORIES = ["no", "yes", "unknown"];
const EDGES = [0, 10, 20, 40];

const SMOKES: ColumnWithValues = {
  kind: "frequencies",
  column: "smokes",
  categories: CATEGORIES,
  values: user((i) => CATEGORIES[i % 3]!),
};
const AGE: ColumnWithValues = {
  kind: "mean",
  column: "age",
  lower: 18,
  upper: 98,
  values: user((i) => 18 + (i % 81)),
};
const VISITS: ColumnWithValues = {
  kind: "histogram",
  column: "visits",
  edges: EDGES,
  quantiles: [0.25, 0.5],
  values: user((i) => i % 40),
};
const CITY = {
  kind: "frequencies",
  column: "city",
  categories: ["north", "south"],
  values: user((i) => (i % 4 === 0 ? "north" : "south")),
} as const;

const QUERY = { adjacency: "replace-one", delta: 1e-6 } as const;

const collected = (options: Partial<CollectColumnsOptions> = {}) =>
  collectColumns({
    columns: [SMOKES, AGE, VISITS],
    ...QUERY,
    ...("targetEpsilon" in options ? {} : { localEpsilon: 6 }),
    source: seededSource(7),
    ...options,
  });

/** The reports of users who each run the planned randomizers by themselves, in the shuffler's order. */
function reportsByRole(
  plan: ColumnsPlan,
  valuesOf: (column: PlannedColumn) => unknown[],
  source: RandomSource,
) {
  return plan.columns.map((column, place) => {
    const own = source.fork(place);
    return shuffleReports(encodeReports(valuesOf(column), column.randomizer as never, own), own);
  });
}

const valuesOf = ({ question }: PlannedColumn): unknown[] =>
  Array.from(
    [SMOKES, AGE, VISITS].find(({ column }) => column === question.column)!.values as ArrayLike<unknown>,
  );

describe("columns collected in one process", () => {
  it("are what the roles make of the same values apart", () => {
    const questions = [SMOKES, AGE, VISITS].map(({ values: _, ...question }) => question) as never;
    const plan = planColumns({ columns: questions, users: USERS, localEpsilon: 6, ...QUERY });
    const reports = reportsByRole(plan, valuesOf, seededSource(7));
    const { columns, event, localEpsilon } = collected();
    expect(estimateColumns(reports, plan)).toEqual(columns);
    expect([event, localEpsilon]).toEqual([plan.event, plan.localEpsilon]);
  });

  it("share the local epsilon equally, and have the one guarantee of their sequence", () => {
    const report = collected();
    expect(report.columns.map(({ localEpsilon }) => localEpsilon)).toEqual([2, 2, 2]);
    const { event } = report;
    expect(event.kind === "sequence" && event.of.map(({ kind }) => kind)).toEqual([
      "shuffle",
      "shuffle",
      "shuffle",
    ]);
    expect(report).toMatchObject({
      ...guarantees(event, QUERY),
      localEpsilon: 6,
      users: USERS,
      seeded: true,
    });
  });

  it("are one shuffle where there is one, and with groups one report about both", () => {
    const alone = collected({ columns: [VISITS], groupBy: CITY });
    expect(alone.event).toMatchObject({ kind: "shuffle", users: USERS, of: { categories: 6, epsilon: 6 } });
    const [groups] = alone.columns;
    if (groups?.kind !== "groups") throw new Error("no groups");
    expect([groups.column, groups.groupBy, groups.groups.length]).toEqual(["visits", "city", 2]);
    expect(groups.groups.map(({ quantiles }) => quantiles!.length)).toEqual([2, 2]);
  });

  it("within groups estimate what the pairs' reports say", () => {
    const { values: _, ...visits } = VISITS;
    const { values: cities, ...groupBy } = CITY;
    const plan = planColumns({
      columns: [visits as never],
      groupBy,
      users: USERS,
      localEpsilon: 6,
      ...QUERY,
    });
    const [column] = plan.columns;
    if (column?.kind !== "groups") throw new Error("no groups");
    const pairs = (): unknown[] => cities.map((group, i) => ({ group, value: VISITS.values[i] }));
    const [reports] = reportsByRole(plan, pairs, seededSource(7));
    const expected = estimateGroups(reports!, column.randomizer).groups;
    const found = collected({ columns: [VISITS], groupBy: CITY }).columns[0]!;
    expect(found).toMatchObject({ groups: expected });
  });

  it("come close to the truth where reports nearly tell it", () => {
    const { columns } = collected({ columns: [SMOKES, VISITS], localEpsilon: 30 });
    const [smokes, visits] = columns;
    if (smokes?.kind !== "frequencies" || visits?.kind !== "histogram") throw new Error("other columns");
    expect(smokes.frequencies.map(({ estimate }) => Math.round(estimate))).toEqual([67, 67, 66]);
    expect(visits.bins.map(({ estimate }) => Math.round(estimate))).toEqual([50, 50, 100]);
    expect(visits.quantiles.every(({ lower, upper }) => lower < upper)).toBe(true);
  });

  it("say whether their categories were taken from the data", () => {
    const { categories: _, ...learned } = SMOKES as Extract<ColumnWithValues, { kind: "frequencies" }>;
    const [first, second] = collected({ columns: [learned, SMOKES] }).columns;
    expect(first).toMatchObject({
      categoriesDisclosed: true,
      frequencies: [...CATEGORIES].sort().map((category) => ({ category })),
    });
    expect(second).toMatchObject({ categoriesDisclosed: false });
    expect(collected({ columns: [VISITS], groupBy: learned }).columns[0]).toMatchObject({
      categoriesDisclosed: true,
    });
  });
});

describe("a target epsilon", () => {
  it.each([
    ["a mean, whose levels are chosen too", [AGE]],
    ["a share", [SMOKES]],
    ["several columns", [SMOKES, AGE]],
  ])("is met by a proven figure, and nearly used up: %s", { tags: ["slow"] }, (_, columns) => {
    const report = collected({ columns, targetEpsilon: 0.5, localEpsilon: undefined });
    const best = report.guarantees.find(({ side, status }) => side === "upper" && status === "proven")!;
    expect(best.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(best.epsilon.upper).toBeGreaterThan(0.49);
    expect(report.localEpsilon).toBeCloseTo(columns.length * report.columns[0]!.localEpsilon, 12);
  });
});

describe("the confidence of several columns", () => {
  it("is each interval's own, or divided among their tables where all are to hold together", () => {
    const confidences = (simultaneous: boolean) =>
      collected({ confidence: 0.96, simultaneous }).columns.map(({ confidence }) => confidence);
    expect(confidences(false)).toEqual([0.96, 0.96, 0.96]);
    // Shares, a mean, bins and quantiles: four tables.
    for (const confidence of confidences(true)) expect(confidence).toBeCloseTo(0.99, 12);
  });

  it("may be no larger than each table's allows", () => {
    expect(() => collected({ confidence: 1 - 2e-6, simultaneous: true })).toThrow(
      /collectColumns: confidence must be .* \[0.5, 0.999996\]/,
    );
    expect(() => collected({ confidence: 1 - 2e-6 })).not.toThrow();
  });
});

describe("columns are refused", () => {
  it.each<[string, Partial<CollectColumnsOptions>, string, RegExp]>([
    ["none", { columns: [] }, "BAD_INPUT", /collectColumns: columns must be at least one/],
    [
      "without users",
      { columns: [{ ...AGE, values: [] } as ColumnWithValues] },
      "BAD_INPUT",
      /columns\[0\].values/,
    ],
    [
      "of unlike length",
      { columns: [SMOKES, { ...AGE, values: [20] } as ColumnWithValues] },
      "BAD_INPUT",
      /columns\[1\].values must be as many as the first column has, 200/,
    ],
    [
      "with groups of unlike length",
      { columns: [SMOKES], groupBy: { ...CITY, values: ["north"] } },
      "BAD_INPUT",
      /groupBy.values/,
    ],
    [
      "with a value outside their categories",
      { columns: [{ ...SMOKES, values: user(() => "maybe") } as ColumnWithValues] },
      "BAD_INPUT",
      /columns\[0\]: value must be one of the categories, got "maybe"/,
    ],
    [
      "with a number that is none",
      { columns: [{ ...AGE, values: user(() => Number.NaN) } as ColumnWithValues] },
      "OUT_OF_RANGE",
      /value/,
    ],
    ["with a mean within groups", { columns: [AGE], groupBy: CITY }, "BAD_INPUT", /columns\[0\].kind/],
    [
      "of another kind",
      { columns: [{ ...AGE, kind: "sum" } as never] },
      "BAD_INPUT",
      /columns\[0\]\.kind must be one of/,
    ],
    [
      "in groups of another kind",
      { columns: [VISITS], groupBy: { ...CITY, kind: "city" } as never },
      "BAD_INPUT",
      /groupBy\.kind must be one of/,
    ],
    [
      "in groups by a mean",
      { columns: [VISITS], groupBy: AGE as never },
      "BAD_INPUT",
      /groupBy\.kind must be one of frequencies, histogram, got/,
    ],
    [
      "with both epsilons",
      { targetEpsilon: 1, localEpsilon: 2 },
      "BAD_INPUT",
      /collectColumns: localEpsilon must be given alone/,
    ],
    [
      "with neither",
      { localEpsilon: undefined },
      "BAD_INPUT",
      /collectColumns: localEpsilon must be given alone/,
    ],
    [
      "with too little for each",
      { localEpsilon: 2e-6 },
      "OUT_OF_RANGE",
      /collectColumns: localEpsilon must be .* \[0.000003, 30\]/,
    ],
    ["with a target of none", { targetEpsilon: 0, localEpsilon: undefined }, "OUT_OF_RANGE", /targetEpsilon/],
    ["with a delta of one", { delta: 1 }, "OUT_OF_RANGE", /delta/],
    ["under no adjacency", { adjacency: "none" as never }, "BAD_INPUT", /adjacency/],
    [
      "where nothing is proven",
      { adjacency: "add-or-remove", targetEpsilon: 1, localEpsilon: undefined },
      "NOT_APPLICABLE",
      /./,
    ],
  ])("%s", (_, options, code, message) => {
    const refused = () => collected(options);
    expect(refused).toThrow(DpError);
    expect(refused).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });

  it("by the analyzer, without one list of reports for each", () => {
    const plan = planColumns({
      columns: [{ kind: "frequencies", column: "x", categories: ["a", "b"] }],
      users: 4,
      localEpsilon: 2,
      ...QUERY,
    });
    expect(() => estimateColumns([], plan)).toThrow(/reports must be 1 lists, one per column/);
    expect(() => estimateColumns([[0, 2]], plan)).toThrow(DpError);
    expect(() => estimateColumns([[0, 1]], plan, { confidence: 1 })).toThrow(/estimateColumns: confidence/);
  });
});
