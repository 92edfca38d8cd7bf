import {
  type MethodCoverage,
  methodCoverage,
  type ReportKind,
  type RoundKind,
} from "../../src/accounting/index.js";
import { ADJACENCIES, type Adjacency } from "../../src/privacy/index.js";

/** The columns: what an event of the kind is. */
const ROUNDS: Readonly<Record<RoundKind, string>> = {
  report: "one report",
  shuffle: "shuffle",
  subsampledShuffle: "subsampled shuffle",
  checkInShuffle: "check-in shuffle",
  poissonSample: "Poisson sample",
  randomAllocation: "random allocation",
};

const REPORT_LETTERS: Readonly<Record<ReportKind, string>> = {
  gaussian: "G",
  pureLocal: "P",
  approximateLocal: "A",
  randomizedResponse: "R",
  subsetResponse: "S",
  discreteChannel: "C",
  unboundedChannel: "U",
  laplaceScalar: "L",
  gaussianScalar: "N",
  answers: "M",
  dummyCounts: "D",
};

const ADJACENCY_LETTERS: Readonly<Record<Adjacency, string>> = {
  "replace-one": "r",
  "zero-out": "z",
  "add-or-remove": "a",
};

const MARKS = { also: " *d*", only: " *D*" } as const;

/** Methods against kinds of rounds, as a Markdown table with its legend. */
export function coverageTable(): string {
  const kinds = Object.keys(ROUNDS) as RoundKind[];
  const rows = methodCoverage.map((each) => `| \`${each.method}\` | ${cells(each, kinds).join(" | ")} |`);
  return [
    `| method | ${kinds.map((kind) => ROUNDS[kind]).join(" | ")} |`,
    `|---|${kinds.map(() => "---").join("|")}|`,
    ...rows,
    "",
    "Reports: G Gaussian, P pure local (delta = 0), A (epsilon, delta)-local, R randomized response, S subset response, C discrete channel, U the same of unbounded epsilon, L a scalar with Laplace and N with Gaussian (normal) noise, M several answers in one message, D counts with random numbers of dummies.",
    "Adjacencies: r replace-one, z zero-out, a add-or-remove.",
    "Weights shuffling is post-processing of the round inside of it; rows marked *w* cover it alone.",
    "Blocks with coins of their own, or of users who all report, are rounds of their own. Rows marked *d* cover dummies, and blocks that one draw decides about, too; *D* dummies alone.",
  ].join("\n");
}

/** A method without rounds of its own joins those of the others. */
function cells(each: MethodCoverage, kinds: readonly RoundKind[]): readonly string[] {
  if (each.covers.length > 0) return kinds.map((kind) => cell(each, kind));
  return ["sequences of several kinds of rounds", ...kinds.slice(1).map(() => "")];
}

function cell({ covers }: MethodCoverage, kind: RoundKind): string {
  return covers
    .filter(({ rounds }) => rounds.includes(kind))
    .map(({ reports, adjacencies, weightShuffle, blocksAndDummies }) => {
      const letters = reports.map((report) => REPORT_LETTERS[report]).join("");
      const under = ADJACENCIES.filter((each) => adjacencies.includes(each)).map(
        (each) => ADJACENCY_LETTERS[each],
      );
      return `${letters} ${under.join("")}${weightShuffle ? " *w*" : ""}${blocksAndDummies ? MARKS[blocksAndDummies] : ""}`;
    })
    .join("; ");
}
