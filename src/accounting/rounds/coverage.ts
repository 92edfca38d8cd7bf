/**
 * What a method covers, as data: from it follow the reasons of refusals, the help texts and the documents'
 * tables.
 */
import type { Adjacency } from "../../privacy/index.js";
import { notApplicable } from "../claims/not-applicable.js";
import { ROUND_ROWS } from "./kinds/registry.js";
import { LOCAL_ROWS, REPORT_WORDS, reportKindOf } from "./reports/registry.js";
import type { PureAs, ReportKind, ReportsByKind } from "./reports/report-kind.js";
import type { BlocksAndDummiesOfRound, LocalReport, Round, RoundKind } from "./round.js";

export type { ReportKind } from "./reports/report-kind.js";

/** Rounds of these kinds with these reports, under these adjacencies. */
export interface Coverage<Rounds extends RoundKind = RoundKind, Reports extends ReportKind = ReportKind> {
  readonly rounds: readonly Rounds[];
  readonly reports: readonly Reports[];
  readonly adjacencies: readonly Adjacency[];
  /** Only rounds whose released weights are shuffled; without it, weights shuffling is post-processing. */
  readonly weightShuffle?: true;
  /**
   * Also rounds with blocks that one draw decides about, or with dummies, or only these; without it none of
   * them.
   */
  readonly blocksAndDummies?: "also" | "only";
}

/** The rounds that a coverage admits. */
export type CoveredRound<Rounds extends RoundKind, Reports extends ReportKind> = Round<
  Rounds,
  ReportsByKind[Reports]
>;

/** Rounds whose number of reports everybody sees. */
export const SHUFFLES = ["shuffle", "subsampledShuffle", "checkInShuffle"] as const;
/** Reports of a finite epsilon and delta = 0. */
export const PURE_REPORTS: readonly PureKind[] = Object.values(LOCAL_ROWS).map(({ pure }) => pure);
/** Reports with Gaussian noise, of vectors and of numbers. */
export const GAUSSIAN_REPORTS = ["gaussian", "gaussianScalar"] as const;
/** Reports that have a finite epsilon at some delta. */
export const BOUNDED_REPORTS: readonly BoundedKind[] = inOrder([
  ...GAUSSIAN_REPORTS,
  ...PURE_REPORTS,
  "approximateLocal",
]);

type PureKind = PureAs<LocalReport["kind"]>;
type BoundedKind = (typeof GAUSSIAN_REPORTS)[number] | PureKind | "approximateLocal";

/** As the registry has them, in words and tables too. */
function inOrder(kinds: readonly BoundedKind[]): readonly BoundedKind[] {
  const order = Object.keys(REPORT_WORDS);
  return [...kinds].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** The number of reports is public: neighbours have the same number of records. */
export const SAME_SIZE = ["replace-one", "zero-out"] as const;
/** A trusted server's sampling decides whether the changed record is there at all. */
export const PRESENT_OR_NOT = ["zero-out", "add-or-remove"] as const;
export const ALL_ADJACENCIES = ["replace-one", "zero-out", "add-or-remove"] as const;

/** What a round has besides whole reports, in words; a new field needs its own. */
const BESIDES: {
  readonly [Name in keyof BlocksAndDummiesOfRound]: (of: BlocksAndDummiesOfRound) => string | undefined;
} = {
  blocks: ({ blocks }) => (blocks > 1 ? "blocks that one coin or sample decides about" : undefined),
  dummies: ({ dummies }) => (dummies > 0 ? "dummies" : undefined),
  dummiesBy: () => undefined,
  absentees: ({ absentees }) => (absentees === "dummy" ? "absentees who send dummies" : undefined),
};

export function blocksAndDummiesWords(of: BlocksAndDummiesOfRound): string {
  return Object.values(BESIDES)
    .flatMap((wordsOf) => wordsOf(of) ?? [])
    .join(" and ");
}

/**
 * The round, of which it is checked that the method covers it.
 *
 * @throws DpError NOT_APPLICABLE with the reason in words
 */
export function coveredRound<Rounds extends RoundKind, Reports extends ReportKind>(
  method: string,
  covers: readonly Coverage<Rounds, Reports>[],
  round: Round,
  adjacency: Adjacency,
): CoveredRound<Rounds, Reports> {
  const reason = whyNotCovered(covers, round, adjacency);
  if (reason !== undefined) throw notApplicable(method, reason);
  return round as unknown as CoveredRound<Rounds, Reports>; // by the check above
}

/** Whether one of these rows admits the round; what a theorem demands of its parameters comes on top. */
export function isCovered(covers: readonly Coverage[], round: Round, adjacency: Adjacency): boolean {
  return covers.length > 0 && whyNotCovered(covers, round, adjacency) === undefined;
}

function whyNotCovered(covers: readonly Coverage[], round: Round, adjacency: Adjacency): string | undefined {
  const report = reportKindOf(round.report);
  const ofKind = covers.filter(({ rounds }) => rounds.includes(round.kind));
  if (ofKind.length === 0) {
    return `it covers ${listed(covers.flatMap(({ rounds }) => rounds.map((each) => ROUND_ROWS[each].words)))}, not ${ROUND_ROWS[round.kind].words}`;
  }
  const candidates = ofKind.filter(({ weightShuffle }) => !weightShuffle || round.weightShuffle);
  if (candidates.length === 0) return "it covers rounds with weights shuffling only";
  const { blocksAndDummies } = round;
  const known = candidates.filter((each) =>
    blocksAndDummies === undefined ? each.blocksAndDummies !== "only" : each.blocksAndDummies !== undefined,
  );
  if (known.length === 0) {
    return blocksAndDummies === undefined
      ? "it covers rounds with dummies only"
      : `it does not cover rounds with ${blocksAndDummiesWords(blocksAndDummies)}`;
  }
  const ofReport = known.filter(({ reports }) => reports.includes(report));
  if (ofReport.length === 0) {
    const words = listed(known.flatMap(({ reports }) => reports.map((each) => REPORT_WORDS[each])));
    return `the reports must be ${words}, not ${REPORT_WORDS[report]}`;
  }
  const adjacencies = ofReport.flatMap((each) => each.adjacencies);
  if (adjacencies.includes(adjacency)) return undefined;
  return `${whyNotUnder(round, adjacency)}; use ${listed(adjacencies)} adjacency`;
}

function whyNotUnder(round: Round, adjacency: Adjacency): string {
  if (adjacency === "add-or-remove" && "users" in round) return "the number of reports is public";
  if (adjacency === "add-or-remove" && round.report.kind !== "gaussian") {
    return "everybody sees that a local report is not sent";
  }
  return `it does not cover ${ROUND_ROWS[round.kind].words} under ${adjacency}`;
}

function listed(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  const last = distinct.pop()!;
  return distinct.length === 0 ? last : `${distinct.join(", ")} or ${last}`;
}
